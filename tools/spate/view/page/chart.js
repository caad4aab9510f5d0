// A chart of lines against time.

import {svg} from "./dom.js";
import {clock, clockStep, clockUnit, niceStep, plain, short} from "./words.js";

const right = 10, top = 17, foot = 24;

const pen = document.createElement("canvas").getContext("2d");
function widthOf(text, bold)
{
    pen.font = `${bold ? "600 " : ""}11px ${getComputedStyle(document.documentElement).fontFamily}`;
    return pen.measureText(text).width;
}

// "time,elapsed [s],level [m],..." into { names, units, t, columns }; values that are missing are NaN.
export function readTable(text)
{
    const lines = text.trim().split("\n"), head = lines[0].split(",");
    const elapsed = head.findIndex((h) => h.startsWith("elapsed"));
    const rows = lines.slice(1).map((l) => l.split(",")).filter((r) => r.length === head.length);
    const number = (s) => s === "" ? NaN : Number(s);
    return {
        names : head.map((h) => h.replace(/ *\[.*$/, "")),
        units : head.map((h) => h.match(/\[(.*)\]/)?.[1] ?? ""),
        t : rows.map((r) => number(r[elapsed])),
        columns : head.map((_, k) => k === 0 ? null : rows.map((r) => number(r[k]))),
    };
}

function range(series)
{
    let low = Infinity, high = -Infinity;
    for (const s of series)
        for (const v of s.values)
            if (Number.isFinite(v)) {
                low = Math.min(low, v);
                high = Math.max(high, v);
            }
    if (low > high)
        return [ 0, 1 ];
    if (high - low < 1e-9 * (Math.abs(low) + Math.abs(high)) || high === low)
        return [ low - 0.5, high + 0.5 ];
    return [ low, high ];
}

function pathOf(t, values, x, y)
{
    let d = "", down = false;
    t.forEach((time, k) => {
        const ok = Number.isFinite(values[k]);
        if (ok)
            d += `${down ? "L" : "M"}${x(time).toFixed(1)} ${y(values[k]).toFixed(1)}`;
        down = ok;
    });
    return d;
}

export class Chart
{
    // pick: called with the time that was clicked.
    constructor(place, {height = 150, pick} = {})
    {
        this.height = height;
        this.pick = pick;
        this.svg = svg("svg", {class : "chart", role : "img"});
        place.append(this.svg);
        this.svg.addEventListener("pointerdown", (e) => this.choose(e));
        this.svg.addEventListener("pointermove", (e) => this.hover(e));
        this.svg.addEventListener("pointerleave", () => {
            this.at = null;
            this.draw();
        });
        this.now = null;
        this.at = null;
        this.left = 46;
    }

    // series: [{ t, values, colour, name }]
    set(series, unit, span)
    {
        this.series = series;
        this.unit = unit;
        this.span = span;
        this.draw();
    }
    setNow(t)
    {
        this.now = t;
        this.moveNow();
    }

    timeAt(e)
    {
        const box = this.svg.getBoundingClientRect();
        return Math.min(Math.max((e.clientX - box.left - this.left) / this.inner, 0), 1) *
               this.span;
    }
    choose(e)
    {
        if (this.span > 0)
            this.pick?.(this.timeAt(e));
    }
    hover(e)
    {
        if (this.span > 0) {
            this.at = this.timeAt(e);
            this.draw();
        }
    }

    moveNow()
    {
        const line = this.svg.querySelector(".now");
        if (!line || this.now === null)
            return;
        const x = this.left + this.inner * Math.min(Math.max(this.now / this.span, 0), 1);
        line.setAttribute("x1", x);
        line.setAttribute("x2", x);
    }

    draw()
    {
        const width = this.svg.clientWidth || 370, h = this.height, span = this.span;
        if (!this.series)
            return;
        this.svg.setAttribute("viewBox", `0 0 ${width} ${h}`);
        this.svg.setAttribute("height", h);
        const [least, most] = range(this.series), stepY = niceStep(most - least, 4);
        // A value that is a line's width beyond a tick makes no new one.
        const low = Math.floor(least / stepY + 0.02) * stepY,
              high = Math.ceil(most / stepY - 0.02) * stepY;
        const ticks = [];
        for (let k = Math.round(low / stepY); k <= Math.round(high / stepY); ++k)
            ticks.push([ k * stepY, plain(k * stepY, stepY) ]);
        const left = this.left = Math.max(30, ...ticks.map(([, text ]) => widthOf(text) + 9));
        this.inner = width - left - right;
        const x = (t) => left + this.inner * t / span;
        const y = (v) => h - foot - (h - foot - top) * (v - low) / (high - low);
        const out = [];
        for (const [v, text] of ticks) {
            const at = y(v);
            out.push(svg("line", {class : "grid", x1 : left, x2 : width - right, y1 : at, y2 : at}),
                     svg("text", {x : left - 5, y : at + 4, "text-anchor" : "end"}, text));
        }
        const stepT = clockStep(span, 5);
        for (let t = 0; t <= span * (1 + 1e-9); t += stepT)
            out.push(svg("line", {class : "grid", x1 : x(t), x2 : x(t), y1 : top, y2 : h - foot}),
                     svg("text", {
                         x : x(t),
                         y : h - foot + 14,
                         "text-anchor" : t === 0                         ? "start"
                                         : t + stepT > span * (1 + 1e-9) ? "end"
                                                                         : "middle"
                     },
                         t === 0 ? `0 ${clockUnit(span)}` : clock(t, span)));
        out.push(svg("text", {x : 4, y : 10}, this.unit));
        for (const s of this.series)
            out.push(
                svg("path", {class : "line", d : pathOf(s.t, s.values, x, y), stroke : s.colour}));
        out.push(svg("line", {class : "now", x1 : -9, x2 : -9, y1 : top, y2 : h - foot}));
        this.label(out, x, y, width);
        out.push(svg("rect", {class : "hit", x : left, y : 0, width : this.inner, height : h}));
        this.svg.replaceChildren(...out);
        this.moveNow();
    }

    // Names of the lines, and their values at the cursor.
    label(out, x, y, width)
    {
        let at = width - right;
        for (const s of [...this.series].reverse()) {
            let text = s.name;
            if (this.at !== null && s.t.length) {
                const k =
                    s.t.reduce((best, t, n) =>
                                   Math.abs(t - this.at) < Math.abs(s.t[best] - this.at) ? n : best,
                               0);
                text += ` ${short(s.values[k])}`;
                if (Number.isFinite(s.values[k]))
                    out.push(svg("circle",
                                 {cx : x(s.t[k]), cy : y(s.values[k]), r : 3, fill : s.colour}));
            }
            out.push(svg("text", {class : "value", x : at, y : 10, "text-anchor" : "end"}, text));
            at -= widthOf(text, true) + 14;
            out.push(svg("rect", {x : at, y : 5, width : 10, height : 3, fill : s.colour}));
            at -= 9;
        }
    }
}
