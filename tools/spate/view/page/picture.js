// What is done at a frame: which maps the layers aim at, and the picture of those that are there.

import {needLegend} from "./colours.js";
import {$} from "./dom.js";
import {drawScale} from "./legend.js";
import {look} from "./loop.js";
import {marks} from "./marks.js";
import {
    activeLayers,
    camera,
    differing,
    kindAbout,
    layers,
    parts,
    runs,
    scene,
    view
} from "./state.js";
import {play} from "./time.js";

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

// now: time of the browser's frame, ms.
export function step(now)
{
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
export function tileCame(layer, key)
{
    const [kind, frame] = key.split("/");
    if (kind === "bed" ||
        [ layer.shown, scene.levelOf(layer, layer.shown) ].map(String).includes(frame))
        scene.dirty = true;
    look();
}
