// The whole model, from above or at an angle, in the part of the page that is free.

import {$} from "./dom.js";
import {changed} from "./link.js";
import {setGround, setShine} from "./settings.js";
import {camera, layers, run, scene} from "./state.js";

// Pixels at left, top, right and bottom that other things cover.
function insets()
{
    const wide = innerWidth > 640, card = $("card").getBoundingClientRect();
    const right = wide && !$("drawer").hidden
                      ? innerWidth - $("drawer").getBoundingClientRect().left + 10
                      : 120;
    return wide ? [ card.right + 10, 14, right, 70 ] : [ 10, card.bottom + 8, 10, 70 ];
}

let fitted = null; // x, y and scale of the camera

export function fit()
{
    const height = layers[0].meta.bed.high - scene.zero(layers[0]);
    camera.fit(run().meta.grid, insets(), height * scene.zScale);
    fitted = [ camera.x, camera.y, camera.scale ];
    changed();
}

// Whether the map is as fit() left it.
export const isWhole = () => fitted?.every((v, k) => v === [ camera.x, camera.y, camera.scale ][k]);

export function setTilt(on)
{
    const whole = isWhole();
    camera.tilt = on ? 0.95 : 0;
    if (!on)
        camera.bearing = 0;
    if (whole)
        fit();
    setShine(on);
    setGround(on);
    changed();
}
