// The colours of the layers: the legend that the server chose, with the ends that were typed in.

import {json} from "./api.js";
import {guarded} from "./connection.js";
import {$} from "./dom.js";
import {drawLegend} from "./legend.js";
import {look} from "./loop.js";
import {activeLayers, layers, runs, scene, view} from "./state.js";

// Asks for the legend of what the layer shows, unless it has it.
export async function needLegend(layer)
{
    const own = layer === layers[1] ? 1 : 0,
          wanted = `${layer.kind}/${runs[own].edition}/${runs[own].legendAge ?? 0}`;
    if (layer.legendFor === wanted)
        return;
    layer.legendFor = wanted;
    // Two runs side by side have the colours of the first.
    const from = view.compare === "swipe" ? 0 : own;
    const legend = await guarded(json(`${from}/legend/${layer.kind}.json`));
    if (!legend || layer.legendFor !== wanted)
        return;
    layer.ownLegend = legend;
    applyEnds(layer);
}

export function applyEnds(layer)
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
    look(); // a legend may come after the last tile
}

export function showLegend(l)
{
    drawLegend($("legend"), l, innerHeight < 560);
    for (const end of ["low", "high"]) {
        if (document.activeElement !== $(end))
            $(end).value = l.classes.length ? "" : Number(l[end].toPrecision(6));
        $(end).disabled = l.classes.length > 0;
    }
}
