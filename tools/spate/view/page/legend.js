// The colour bar and the scale bar.

import {svg} from "./dom.js";
import {clock, niceStep, plain} from "./words.js";

function div(className, text)
{
    const e = document.createElement("div");
    e.className = className;
    e.textContent = text;
    return e;
}

function tickText(l, v)
{
    if (!l.clock)
        return plain(v, l.step);
    const minutes = Math.round(60 * v);
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

function classes(l)
{
    const rows = [...l.classes ].reverse(),
          out = svg("svg", {width : 190, height : 21 * rows.length});
    rows.forEach((c, n) => {
        out.append(svg("rect",
                       {x : 0, y : 21 * n + 2, width : 24, height : 16, fill : `#${c.colour}`}),
                   svg("text", {x : 32, y : 21 * n + 14.5}, c.name));
    });
    return out;
}

function bar(l, small)
{
    const length = small ? 120 : 190, top = 12, width = 18,
          out = svg("svg", {width : 86, height : length + 24});
    const bands = l.banded ? Math.max(Math.round((l.high - l.low) / l.step), 1) : 0;
    const colour = (k) => `#${l.colours.slice(6 * k, 6 * k + 6)}`;
    const pieces = bands || 128;
    for (let n = 0; n < pieces; ++n) {
        const k =
            Math.round(255 * (bands ? (bands > 1 ? n / (bands - 1) : 0.5) : (n + 0.5) / pieces));
        out.append(svg("rect", {
            x : 0,
            y : top + length * (1 - (n + 1) / pieces),
            width,
            fill : colour(k),
            height : length / pieces + (n ? 0.6 : 0)
        }));
    }
    if (l.over)
        out.append(svg("path", {d : `M0 ${top}h${width}l${- width / 2} -9z`, fill : colour(255)}));
    if (l.under)
        out.append(
            svg("path", {d : `M0 ${top + length}h${width}l${- width / 2} 9z`, fill : colour(0)}));
    for (let k = Math.ceil(l.low / l.step - 1e-6); k * l.step <= l.high + 1e-6 * (l.high - l.low);
         ++k) {
        const y = top + length * (1 - (k * l.step - l.low) / (l.high - l.low));
        out.append(svg("line", {x1 : width, x2 : width + 4, y1 : y, y2 : y, stroke : "#5c6773"}),
                   svg("text", {x : width + 8, y : y + 4}, tickText(l, k * l.step)));
    }
    return out;
}

export function drawLegend(place, l, small)
{
    place.replaceChildren(div("label", l.label), l.classes.length ? classes(l) : bar(l, small));
}

// The value in words, with the unit of the label.
export function valueText(l, v)
{
    if (l.classes.length)
        return [...l.classes ].reverse().find((c) => v >= c.from)?.name ?? l.classes[0].name;
    if (l.clock)
        return clock(v, 1e4);
    const unit = l.label.match(/\(([^)]*)\)$/)?.[1] ?? "";
    return `${plain(v / l.unit, Math.min(0.01, (l.high - l.low) / 500))} ${unit}`;
}

// A length in round metres, and where north is.
export function drawScale(place, camera, north)
{
    const metres = niceStep(camera.scale * 150 / 2.5, 1), w = metres / camera.scale;
    const out = svg("svg", {width : w + 90, height : 22});
    const km = metres >= 1000;
    out.append(svg("rect", {x : 0.5, y : 12, width : w / 2, height : 5, fill : "#1c2530"}),
               svg("rect",
                   {x : 0.5, y : 12, width : w, height : 5, fill : "none", stroke : "#1c2530"}),
               svg("text", {x : w + 7, y : 18.5},
                   `${plain(km ? metres / 1000 : metres, km ? metres / 1000 : metres)} ${
                       km ? "km" : "m"}`));
    if (north) {
        const arrow = svg("g", {
            transform : `translate(${w + 70} 12) rotate(${- camera.bearing * 180 / Math.PI})`
        });
        arrow.append(svg("path", {
            d : "M0 -10l5 15l-5 -4l-5 4z",
            fill : "#1c2530",
            stroke : "#fff",
            "stroke-width" : 0.8
        }));
        out.append(arrow);
    }
    place.replaceChildren(out);
}
