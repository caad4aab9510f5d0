// When the page draws: at the next frame of the browser, and only if something asked for it.

import {scene} from "./state.js";

let due = false, step = () => {};

// does: called at a frame with its time, ms. Handed over, not imported: it asks for frames itself.
export function everyFrame(does)
{
    step = does;
}

// The picture is to be drawn anew.
export function soon()
{
    if (scene)
        scene.dirty = true;
    look();
}

// The picture may have to be drawn anew.
export function look()
{
    if (due)
        return;
    due = true;
    requestAnimationFrame((now) => {
        due = false;
        step(now);
    });
}
