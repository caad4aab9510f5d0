// The charts beside the map: opened, closed, and of the place that was clicked.

import {guarded} from "./connection.js";
import {$} from "./dom.js";
import {Drawer} from "./drawer.js";
import {fit, isWhole} from "./fit.js";
import {soon} from "./loop.js";
import {activeLayers, runs, scene, view} from "./state.js";

export let drawer;

// pick: called with the time that was clicked on a chart.
export function makeDrawer(pick)
{
    drawer = new Drawer($("drawer"), runs.map((r) => r.meta), pick);
    drawer.onclose = () => {
        view.spot = null;
        soon();
    };
}

export function openDrawer(open)
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

// The legend goes beside the charts if they would cover it.
export function placeLegend()
{
    $("legend").style.right = "";
    const d = $("drawer").getBoundingClientRect(), l = $("legend").getBoundingClientRect();
    if (!$("drawer").hidden && d.bottom > l.top && innerWidth > 700)
        $("legend").style.right = `${innerWidth - d.left + 10}px`;
}

// The depth over time of the place under a pixel.
export async function click(px, py)
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
