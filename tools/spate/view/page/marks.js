// What lies over the map: gauges, sections, the place that was clicked, the swipe, and the value under
// the cursor.

import {$, svg} from "./dom.js";
import {valueText} from "./legend.js";
import {activeLayers, camera, layers, run, scene, view} from "./state.js";
import {plain} from "./words.js";

function groundHeight(x, y)
{
    const layer = activeLayers()[0], z = scene.valueAt(layer, "bed", 0, x, y);
    return z === null ? 0 : (z - scene.zero(layer)) * scene.zScale * camera.relief;
}

export function marks()
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

export function hover(px, py)
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
