// The address of the page: a link to what is chosen, and what a link chooses.

import {$} from "./dom.js";
import * as hash from "./hash.js";
import {soon} from "./loop.js";
import {setExaggeration, setFollow, setGround, setShine} from "./settings.js";
import {camera, kindAbout, run, runs, scene, view} from "./state.js";

export const link = () => hash.write({
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

// Browsers refuse an address that is replaced all the time.
export function noteLink()
{
    clearTimeout(noteLink.timer);
    noteLink.timer = setTimeout(() => history.replaceState(null, "", link()), 300);
}

// Called after what a link names was changed.
export function changed()
{
    $("oblique").setAttribute("aria-pressed", String(camera.tilt > 0));
    noteLink();
    soon();
}

// h: a link, as hash.read returns it.
export function apply(h)
{
    if (typeof h.kind === "string" && kindAbout(h.kind))
        view.kind = view.wish = h.kind;
    if (typeof h.t === "number") {
        view.t = h.t;
        setFollow(false);
    }
    if (typeof h.tilt === "number")
        camera.tilt = Math.min(Math.max(h.tilt, 0), 1.35);
    if (typeof h.turn === "number")
        camera.bearing = h.turn;
    if ([ h.x, h.y, h.m ].every((v) => typeof v === "number") && h.m > 0)
        Object.assign(camera, {x : h.x, y : h.y, scale : h.m});
    setShine(h.light === 1);
    setGround(h.ground === 1);
    for (const end of ["low", "high"])
        view[end] = typeof h[end] === "number" ? h[end] : null;
    if (h.times > 0)
        setExaggeration(h.times);
    if (runs.length > 1 && [ "second", "swipe", "difference" ].includes(h.runs))
        view.compare = $("compare").value = h.runs;
    if (h.swipe > 0 && h.swipe < 1)
        view.swipe = h.swipe;
}
