// The page: what is chosen, what is shown, and the loop that keeps both together.

import * as api from "./api.js";
import {Camera} from "./camera.js";
import {Drawer} from "./drawer.js";
import * as hash from "./hash.js";
import {drawLegend, drawScale, svg, valueText} from "./legend.js";
import {followPointer} from "./pointer.js";
import {Run} from "./run.js";
import {Layer, Scene} from "./scene.js";
import {date, duration, plain, short} from "./words.js";

const $ = (id) => document.getElementById(id);
const runs = [], layers = [];
let scene, camera, drawer, about, differing, lost = false;

const view = {
    wish : "depth", // the map that was chosen
    kind : "depth", // the map that is shown: another one as long as the run has none of that
    t : 0,
    compare : "first",
    swipe : 0.5,
    follow : true,
    playing : false,
    low : null,
    high : null,
    spot : null,
};

// ---- what is shown ----

const run = () => runs[view.compare === "second" ? 1 : 0];
const kindAbout = (name = view.kind) => runs[0].meta.kinds.find((k) => k.name === name);

function activeLayers()
{
    if (view.compare === "difference")
        return [ differing ];
    if (view.compare === "swipe")
        return layers;
    return [ layers[view.compare === "second" ? 1 : 0] ];
}

function parts()
{
    if (view.compare !== "swipe")
        return [ {layer : activeLayers()[0], from : 0, to : 1} ];
    return [
        {layer : layers[0], from : 0, to : view.swipe},
        {layer : layers[1], from : view.swipe, to : 1}
    ];
}

// The frame of a layer at the chosen time. A layer that is loading one goes on with it: what is
// dragged past is left out.
function aim(layer)
{
    const own = runs[layer === layers[1] ? 1 : 0], frame = own.frameAt(view.t);
    const target = layer !== differing ? frame
                   : frame === null || runs[1].frameAt(view.t) === null
                       ? null
                       : `${frame}-${runs[1].frameAt(view.t)}`;
    const kind = layer === differing ? `difference-${view.kind}` : view.kind;
    const overTime = kindAbout().time;
    if (layer.kind !== kind)
        Object.assign(layer, {kind, overTime, complete : true, legendFor : null});
    if (layer.complete !== false || layer.wanted === null)
        layer.wanted = target;
    return target;
}

async function needLegend(layer)
{
    const own = layer === layers[1] ? 1 : 0,
          wanted = `${layer.kind}/${runs[own].edition}/${runs[own].legendAge ?? 0}`;
    if (layer.legendFor === wanted)
        return;
    layer.legendFor = wanted;
    // Two runs side by side have the colours of the first.
    const from = view.compare === "swipe" ? 0 : own;
    const legend = await guarded(api.json(`${from}/legend/${layer.kind}.json`));
    if (!legend || layer.legendFor !== wanted)
        return;
    layer.ownLegend = legend;
    applyEnds(layer);
}

function applyEnds(layer)
{
    if (!layer.ownLegend)
        return;
    const l = {...layer.ownLegend};
    if (!l.classes.length && (view.low !== null || view.high !== null)) {
        if (view.low !== null) {
            l.under = l.under || view.low > l.low;
            l.low = view.low;
        }
        if (view.high !== null) {
            l.over = l.over || view.high < l.high;
            l.high = view.high;
        }
        if (!(l.low < l.high))
            l.high = l.low + 1e-6;
        const power = 10 ** Math.floor(Math.log10((l.high - l.low) / 5));
        l.step = power * [ 1, 2, 5, 10 ].find((k) => k * power >= (l.high - l.low) / 6);
        l.banded = false;
    }
    scene.setLegend(layer, l);
    if (layer === activeLayers()[0])
        showLegend(l);
}

function showLegend(l)
{
    drawLegend($("legend"), l, innerHeight < 560);
    for (const end of ["low", "high"]) {
        if (document.activeElement !== $(end))
            $(end).value = l.classes.length ? "" : Number(l[end].toPrecision(6));
        $(end).disabled = l.classes.length > 0;
    }
}

// ---- the loop ----

// The picture is to be drawn anew.
function soon()
{
    if (scene)
        scene.dirty = true;
    look();
}

let due = false;
function look()
{
    if (due)
        return;
    due = true;
    requestAnimationFrame(step);
}

function step(now)
{
    due = false;
    if (!scene)
        return;
    scene.resize();
    play(now);
    for (const layer of activeLayers()) {
        const target = aim(layer);
        needLegend(layer);
        scene.update(layer);
        if (layer.complete && layer.wanted !== target)
            look();
    }
    if (scene.dirty) {
        scene.draw(parts());
        marks();
        drawScale($("scale"), camera, runs[0].meta.grid.crs !== "");
    }
    document.documentElement.dataset.complete = String(activeLayers().every((l) => l.complete));
    document.documentElement.dataset.frame = String(activeLayers()[0].shown);
    if (view.playing)
        look();
}

// Most tiles are of maps that are not shown yet.
function tileCame(layer, key)
{
    const [kind, frame] = key.split("/");
    if (kind === "bed" ||
        [ layer.shown, scene.levelOf(layer, layer.shown) ].map(String).includes(frame))
        scene.dirty = true;
    look();
}

const frameSeconds = 0.16;
let played = 0;
function play(now)
{
    if (!view.playing || now - played < 1000 * frameSeconds ||
        activeLayers().some((l) => l.complete === false))
        return;
    played = now;
    scene.time = now / 1000;
    const times = run().times, frame = run().frameAt(view.t);
    if (frame === null)
        return;
    if (frame + 1 < times.length)
        setTime(times[frame + 1]);
    else if (run().live)
        setTime(times[frame]);
    else
        setTime(times[0]);
}

// ---- time ----

function setTime(t)
{
    view.t = t;
    const frame = run().frameAt(t), shown = frame === null ? 0 : run().times[frame];
    $("slider").value = frame ?? 0;
    const start = run().meta.start, moves = kindAbout()?.time ?? true;
    $("time").replaceChildren();
    $("timeline").classList.toggle("still", !moves);
    if (!moves) {
        $("time").append("of the whole run");
    } else if (start !== null) {
        const d = document.createElement("span");
        d.className = "date";
        d.textContent = `${date(start + shown)} · `;
        $("time").append(d);
    }
    if (moves)
        $("time").append(frame === null ? "no map yet" : `+${duration(shown)}`);
    $("slider").setAttribute("aria-valuetext", $("time").textContent);
    drawer?.setTime(shown, span());
    look();
}

const span = () => Math.max(...runs.map((r) => r.state?.end ?? r.meta.end ?? 0), 1e-9);

function setFrames()
{
    $("slider").max = Math.max(run().times.length - 1, 0);
    $("slider").disabled = run().times.length < 2;
    $("follow_label").hidden = !run().live;
    const last = run().times.at(-1);
    if (view.follow && run().live && last !== undefined)
        setTime(last);
    else
        setTime(view.t);
}

// ---- state of the runs ----

const words = {
    running : "running",
    paused : "paused",
    waiting : "the run is starting",
    stopped : "stopped with a checkpoint; --resume continues",
    killed : "the run was killed; --resume continues from its last checkpoint",
    done : "finished",
    incomplete : "finished, but maps are missing",
};

function showState()
{
    const s = run().state, warn = [ "killed", "incomplete" ].includes(s.status);
    $("status").textContent = words[s.status] ?? s.status;
    $("status").className = warn ? "warn" : s.status === "running" ? "live" : "";
    $("progress").hidden = !run().live;
    const share = s.end > 0 && s.t !== null ? Math.min(s.t / s.end, 1) : 0;
    $("progress").firstElementChild.style.width = `${100 * share}%`;
    const figures = [];
    if (s.t !== null && s.end !== null)
        figures.push(s.status === "done" ? `${duration(s.t)} simulated`
                                         : `${duration(s.t)} of ${duration(s.end)}`);
    if (run().live && s.left !== null && s.status === "running")
        figures.push(`${duration(Math.round(s.left))} left`);
    if (s.rate)
        figures.push(`${plain(s.rate / 1e6, s.rate < 1e7 ? 0.1 : 1)} Mcell-stages/s`);
    if (run().live && s.dt !== null)
        figures.push(`dt ${short(s.dt)} s`);
    if (s.status === "running" && s.age > 60)
        figures.push(`no news for ${duration(Math.round(s.age))}`);
    if (s.gaps)
        figures.push(`missing: ${s.gaps}`);
    // A figure stays on one line.
    $("figures").textContent = figures.map((f) => f.replaceAll(" ", "\u00a0")).join(" · ");
    $("control").hidden = !about.control || !run().live;
    $("pause").textContent = s.status === "paused" ? "Go on" : "Pause";
}

function fillKinds()
{
    const have = new Set(runs.flatMap((r) => r.state.kinds)), select = $("kind");
    const groups = [ [ "At a time", (k) => k.time ], [ "Of the whole run", (k) => !k.time ] ];
    select.replaceChildren();
    for (const [label, belongs] of groups) {
        const group = document.createElement("optgroup");
        group.label = label;
        for (const k of runs[0].meta.kinds.filter(belongs)) {
            if (!have.has(k.name))
                continue;
            group.append(new Option(k.caption, k.name));
        }
        if (group.children.length)
            select.append(group);
    }
    view.kind = [ view.wish, "depth" ].find((name) => have.has(name)) ?? "bed";
    select.value = view.kind;
}

async function poll()
{
    try {
        for (const [n, r] of runs.entries()) {
            const what = await r.refresh();
            if (what === "restarted")
                return location.reload();
            layers[n].tiles.edition = differing.tiles.edition = `${r.edition}-${r.meta.started}`;
            if (what === "frames" && r.live)
                r.legendAge = Math.floor(Math.log2(r.times.length + 1));
            if (what === "status" || what === "frames") {
                fillKinds();
                if (!r.live)
                    r.legendAge = -1;
            }
            if (what)
                setFrames();
        }
        showState();
        if (runs.some((r) => r.live))
            await drawer.load();
        found();
    } catch (error) {
        if (!(error instanceof api.Gone))
            throw error;
        gone();
    }
    setTimeout(poll, lost || runs.some((r) => r.live) ? 1000 : 2000);
    return undefined;
}

// The server does not answer.
function gone()
{
    lost = true;
    const b = $("banner"), code = document.createElement("code");
    code.textContent = `spate view ${runs[0]?.meta?.folder ?? "CASE.out"}`;
    b.replaceChildren("The server has stopped. What is on the page stays; to go on, start ", code,
                      " and open the address that it prints.");
    b.hidden = false;
    $("status").textContent = "not connected";
    $("status").className = "warn";
}

function found()
{
    if (!lost)
        return;
    lost = false;
    $("banner").hidden = true;
    soon();
}

async function guarded(promise)
{
    try {
        return await promise;
    } catch (error) {
        if (!(error instanceof api.Gone))
            throw error;
        gone();
        return null;
    }
}

// ---- marks on the map ----

function groundHeight(x, y)
{
    const layer = activeLayers()[0], z = scene.valueAt(layer, "bed", 0, x, y);
    return z === null ? 0 : (z - scene.zero(layer)) * scene.zScale * camera.relief;
}

function marks()
{
    const out = [], m = camera.matrix(), meta = run().meta;
    const at = (p) => camera.project(p[0], p[1], groundHeight(p[0], p[1]), m);
    for (const s of meta.sections) {
        const line = (s.line ?? []).map(at);
        if (line.length < 2 || line.some((p) => !p))
            continue;
        const d = `M${line.map((p) => p.map((v) => v.toFixed(1)).join(" ")).join("L")}`;
        out.push(svg("path", {class : "section", d}), svg("path", {class : "section over", d}),
                 svg("text", {x : line[0][0] + 6, y : line[0][1] - 6}, s.name));
    }
    for (const g of meta.gauges) {
        const p = g.at && at(g.at);
        if (p)
            out.push(svg("circle", {class : "gauge", cx : p[0], cy : p[1], r : 4}),
                     svg("text", {x : p[0] + 8, y : p[1] + 4}, g.name));
    }
    if (view.spot) {
        const p = at(view.spot);
        if (p)
            out.push(svg("path",
                         {class : "place", d : `M${p[0] - 8} ${p[1]}h16M${p[0]} ${p[1] - 8}v16`}));
    }
    $("marks").replaceChildren(...out);
    const swipe = view.compare === "swipe";
    $("handle").hidden = $("names").hidden = !swipe;
    if (swipe) {
        const x = view.swipe * camera.width;
        $("handle").style.left = `${x}px`;
        const [a, b] = $("names").children;
        a.style.right = `${camera.width - x + 10}px`;
        b.style.left = `${x + 10}px`;
    }
}

function hover(px, py)
{
    const place = px === null ? null : scene.pick(activeLayers()[0], px, py);
    if (!place) {
        $("readout").textContent = "";
        return;
    }
    const layer =
        view.compare === "swipe" && px / camera.width > view.swipe ? layers[1] : activeLayers()[0];
    const v = scene.valueAt(layer, layer.shownKind ?? layer.kind, layer.shown, ...place);
    const z = scene.valueAt(layer, "bed", 0, ...place), step = camera.scale;
    const text = [ `${plain(place[0], step)}, ${plain(place[1], step)}` ];
    if (z !== null && view.kind !== "bed")
        text.push(`bed ${plain(z, 0.01)} m`);
    if (layer.legend)
        text.push(v === null ? (z === null ? "outside" : "dry") : valueText(layer.legend, v));
    $("readout").textContent = text.join(" · ");
}

async function click(px, py)
{
    const place = scene.pick(activeLayers()[0], px, py);
    if (!place)
        return;
    const cells = runs.map((r) => r.cellAt(...place));
    if (cells.every((c) => !c))
        return;
    view.spot = place;
    openDrawer(true);
    soon();
    await guarded(drawer.showPlace(...place, cells, runs.map((r) => r.times)));
}

// ---- the card ----

function openDrawer(open)
{
    const whole = isWhole();
    $("drawer").hidden = !open;
    if (whole)
        fit();
    $("charts").setAttribute("aria-pressed", String(open));
    if (open)
        guarded(drawer.load());
    placeLegend();
}

function placeLegend()
{
    $("legend").style.right = "";
    const d = $("drawer").getBoundingClientRect(), l = $("legend").getBoundingClientRect();
    if (!$("drawer").hidden && d.bottom > l.top && innerWidth > 700)
        $("legend").style.right = `${innerWidth - d.left + 10}px`;
}

function insets()
{
    const wide = innerWidth > 640, card = $("card").getBoundingClientRect();
    const right = wide && !$("drawer").hidden
                      ? innerWidth - $("drawer").getBoundingClientRect().left + 10
                      : 120;
    return wide ? [ card.right + 10, 14, right, 70 ] : [ 10, card.bottom + 8, 10, 70 ];
}

// The whole model, in the part of the page that is free.
let fitted = null;
function fit()
{
    const height = layers[0].meta.bed.high - scene.zero(layers[0]);
    camera.fit(run().meta.grid, insets(), height * scene.zScale);
    fitted = [ camera.x, camera.y, camera.scale ];
    changed();
}

const isWhole = () => fitted?.every((v, k) => v === [ camera.x, camera.y, camera.scale ][k]);

function setTilt(on)
{
    const whole = isWhole();
    camera.tilt = on ? 0.95 : 0;
    if (!on)
        camera.bearing = 0;
    if (whole)
        fit();
    $("shine").checked = scene.shine = on;
    $("ground").checked = scene.natural = on;
    changed();
}

function setExaggeration(times)
{
    scene.exaggeration = times;
    $("exaggeration").value = Math.round(100 * Math.log(times) / Math.log(50));
    $("times").textContent = times < 9.95 ? times.toFixed(1) : times.toFixed(0);
}

function changed()
{
    $("oblique").setAttribute("aria-pressed", String(camera.tilt > 0));
    noteLink();
    soon();
}

function noteLink()
{
    clearTimeout(noteLink.timer);
    noteLink.timer = setTimeout(() => history.replaceState(null, "", link()), 300);
}

const link = () => hash.write({
    kind : view.wish,
    t : view.follow && run().live ? null : view.t,
    x : camera.x,
    y : camera.y,
    m : camera.scale,
    tilt : camera.tilt || null,
    turn : camera.bearing || null,
    light : scene.shine,
    ground : scene.natural,
    high : view.high,
    low : view.low,
    times : scene.exaggeration,
    runs : view.compare === "first" ? null : view.compare,
    swipe : view.compare === "swipe" ? view.swipe : null,
});

function apply(h)
{
    if (typeof h.kind === "string" && kindAbout(h.kind))
        view.kind = view.wish = h.kind;
    if (typeof h.t === "number") {
        view.t = h.t;
        view.follow = false;
        $("follow").checked = false;
    }
    if (typeof h.tilt === "number")
        camera.tilt = Math.min(Math.max(h.tilt, 0), 1.35);
    if (typeof h.turn === "number")
        camera.bearing = h.turn;
    if ([ h.x, h.y, h.m ].every((v) => typeof v === "number") && h.m > 0)
        Object.assign(camera, {x : h.x, y : h.y, scale : h.m});
    $("shine").checked = scene.shine = h.light === 1;
    $("ground").checked = scene.natural = h.ground === 1;
    for (const end of ["low", "high"])
        view[end] = typeof h[end] === "number" ? h[end] : null;
    if (h.times > 0)
        setExaggeration(h.times);
    if (runs.length > 1 && [ "second", "swipe", "difference" ].includes(h.runs))
        view.compare = $("compare").value = h.runs;
    if (h.swipe > 0 && h.swipe < 1)
        view.swipe = h.swipe;
}

async function ask(wish)
{
    const refused = await guarded(api.control(run().number, wish));
    if (refused)
        $("figures").textContent = refused;
}

function listen()
{
    followPointer($("map"), camera,
                  {moved : changed, hover, click : (x, y) => guarded(click(x, y))});
    $("slider").addEventListener("input", () => {
        view.follow = false;
        $("follow").checked = false;
        setTime(run().times[Number($("slider").value)] ?? 0);
        noteLink();
    });
    $("follow").addEventListener("change", () => {
        view.follow = $("follow").checked;
        setFrames();
    });
    $("play").addEventListener("click", () => {
        view.playing = !view.playing;
        $("play").textContent = view.playing ? "❚❚" : "▶";
        if (view.playing) {
            view.follow = false;
            $("follow").checked = false;
        }
        soon();
    });
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
    $("shine").addEventListener("change", () => {
        scene.shine = $("shine").checked;
        changed();
    });
    $("ground").addEventListener("change", () => {
        scene.natural = $("ground").checked;
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
    $("pause").addEventListener("click",
                                () => ask(run().state.status === "paused" ? "go-on" : "pause"));
    $("stop").addEventListener("click", () => ask("stop"));
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
    $("map").addEventListener("webglcontextlost", (e) => e.preventDefault());
    $("map").addEventListener("webglcontextrestored", () => location.reload());
}

// ---- start ----

const nap = (ms) => new Promise((done) => { setTimeout(done, ms); });

async function patiently(work)
{
    for (;;) {
        try {
            return await work();
        } catch (error) {
            if (!(error instanceof api.Gone))
                throw error;
            $("status").textContent = "waiting for the run";
            await nap(400);
        }
    }
}

async function start()
{
    about = await patiently(() => api.json("view.json"));
    for (let n = 0; n < about.runs; ++n) {
        const r = new Run(n);
        await patiently(() => r.load());
        await patiently(() => r.refresh());
        runs.push(r);
    }
    camera = new Camera();
    scene = new Scene($("map"), camera);
    for (const r of runs)
        layers.push(new Layer(scene.gl, r.number, r.meta));
    differing = new Layer(scene.gl, null, runs[0].meta);
    layers.forEach((l, n) => {
        l.frames = () => runs[n].times.length;
        l.finished = () => !runs[n].live;
    });
    for (const l of [...layers, differing]) {
        l.tiles.lost = gone;
        l.tiles.changed = (key) => tileCame(l, key);
    }
    $("title").textContent = document.title =
        [...new Set(runs.map((r) => r.meta.title)) ].join(" and ");
    [...$("names").children].forEach((e, n) => { e.textContent = runs[n]?.meta.folder ?? ""; });
    $("compare_row").hidden = runs.length < 2;
    runs.forEach((r, n) => { $("compare").options[n].text += `: ${r.meta.folder}`; });
    drawer = new Drawer($("drawer"), runs.map((r) => r.meta), (t) => {
        view.follow = $("follow").checked = false;
        setTime(run().times[run().frameAt(t) ?? 0] ?? 0);
    });
    drawer.onclose = () => {
        view.spot = null;
        soon();
    };
    scene.resize();
    setExaggeration(Math.min(Math.max(0.7 * runs[0].meta.bed.stretch, 1), 20));
    fit();
    view.t = runs[0].times.at(-1) ?? 0;
    apply(hash.read(location.hash));
    fillKinds();
    setFrames();
    showState();
    changed();
    listen();
    poll();
    globalThis.spate = {view, camera, scene, runs, layers, soon}; // for tests
}

start().catch((error) => {
    $("banner").hidden = false;
    $("banner").textContent = `The page cannot be shown: ${error.message}`;
});
