// What a person does: on the map, with the keys, and with the elements of the page.

import {control} from "./api.js";
import {applyEnds, showLegend} from "./colours.js";
import {guarded} from "./connection.js";
import {$} from "./dom.js";
import {fit, setTilt} from "./fit.js";
import * as hash from "./hash.js";
import {apply, changed, link, noteLink} from "./link.js";
import {soon} from "./loop.js";
import {hover} from "./marks.js";
import {click, openDrawer, placeLegend} from "./panel.js";
import {followPointer} from "./pointer.js";
import {setExaggeration, setFollow, setGround, setShine} from "./settings.js";
import {activeLayers, camera, differing, layers, run, view} from "./state.js";
import {showState} from "./status.js";
import {setFrames, setTime} from "./time.js";

function listenMap()
{
    followPointer($("map"), camera,
                  {moved : changed, hover, click : (x, y) => guarded(click(x, y))});
    $("map").addEventListener("webglcontextlost", (e) => e.preventDefault());
    $("map").addEventListener("webglcontextrestored", () => location.reload());
}

function listenSwipe()
{
    $("handle").addEventListener("pointermove", (e) => {
        if (!e.buttons)
            return;
        $("handle").setPointerCapture(e.pointerId);
        view.swipe = Math.min(Math.max(e.clientX / camera.width, 0.02), 0.98);
        changed();
    });
    $("handle").addEventListener("keydown", (e) => {
        const d = {ArrowLeft : -0.02, ArrowRight : 0.02}[e.key];
        if (d) {
            view.swipe = Math.min(Math.max(view.swipe + d, 0.02), 0.98);
            changed();
        }
    });
}

function listenTime()
{
    $("slider").addEventListener("input", () => {
        setFollow(false);
        setTime(run().times[Number($("slider").value)] ?? 0);
        noteLink();
    });
    $("follow").addEventListener("change", () => {
        setFollow($("follow").checked);
        setFrames();
    });
    $("play").addEventListener("click", () => {
        view.playing = !view.playing;
        $("play").textContent = view.playing ? "❚❚" : "▶";
        if (view.playing)
            setFollow(false);
        soon();
    });
}

function listenCard()
{
    $("kind").addEventListener("change", () => {
        view.kind = view.wish = $("kind").value;
        view.low = view.high = null;
        setTime(view.t);
        changed();
    });
    $("compare").addEventListener("change", () => {
        view.compare = $("compare").value;
        for (const l of [...layers, differing])
            l.legendFor = null;
        setFrames();
        showState();
        changed();
    });
    $("oblique").addEventListener("click", () => setTilt(camera.tilt === 0));
    $("fit").addEventListener("click", fit);
    $("charts").addEventListener("click", () => openDrawer($("drawer").hidden));
    $("share").addEventListener("click", async () => {
        history.replaceState(null, "", link());
        try {
            await navigator.clipboard.writeText(location.href);
            $("share").textContent = "Copied";
        } catch {
            $("share").textContent = "In address";
        }
        setTimeout(() => { $("share").textContent = "Link"; }, 1500);
    });
}

function listenLook()
{
    $("shine").addEventListener("change", () => {
        setShine($("shine").checked);
        changed();
    });
    $("ground").addEventListener("change", () => {
        setGround($("ground").checked);
        changed();
    });
    $("exaggeration").addEventListener("input", () => {
        setExaggeration(50 ** (Number($("exaggeration").value) / 100));
        changed();
    });
    for (const end of ["low", "high"])
        $(end).addEventListener("change", () => {
            const text = $(end).value.trim().replace(",", ".");
            view[end] = text !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
            activeLayers().forEach(applyEnds);
            changed();
        });
}

// wish: pause, go-on or stop.
async function ask(wish)
{
    const refused = await guarded(control(run().number, wish));
    if (refused)
        $("figures").textContent = refused;
}

function listenRun()
{
    $("pause").addEventListener("click",
                                () => ask(run().state.status === "paused" ? "go-on" : "pause"));
    $("stop").addEventListener("click", () => ask("stop"));
}

function listenKeys()
{
    addEventListener("keydown", (e) => {
        if (e.target.matches("input, select, button, summary") || e.ctrlKey || e.metaKey ||
            e.altKey)
            return;
        const button = {" " : "play",
                        t : "oblique",
                        f : "fit",
                        l : "share",
                        c : "charts"}[e.key.toLowerCase()];
        if (button) {
            e.preventDefault();
            $(button).click();
        }
    });
}

function listenPage()
{
    addEventListener("resize", () => {
        placeLegend();
        for (const l of activeLayers())
            if (l.legend)
                showLegend(l.legend);
        soon();
    });
    new ResizeObserver(placeLegend).observe($("drawer"));
    addEventListener("hashchange", () => {
        apply(hash.read(location.hash));
        soon();
    });
}

export function listen()
{
    listenMap();
    listenSwipe();
    listenTime();
    listenCard();
    listenLook();
    listenRun();
    listenKeys();
    listenPage();
}
