// Settings that an element of the page shows too: both are set together.

import {$} from "./dom.js";
import {scene, view} from "./state.js";

export function setFollow(on)
{
    $("follow").checked = view.follow = on;
}

export function setShine(on)
{
    $("shine").checked = scene.shine = on;
}

export function setGround(on)
{
    $("ground").checked = scene.natural = on;
}

export function setExaggeration(times)
{
    scene.exaggeration = times;
    $("exaggeration").value = Math.round(100 * Math.log(times) / Math.log(50));
    $("times").textContent = times < 9.95 ? times.toFixed(1) : times.toFixed(0);
}
