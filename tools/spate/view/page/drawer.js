// Charts of gauges, sections and the water balance, and of a place that was clicked.

import * as api from "./api.js";
import {Chart, readTable} from "./chart.js";
import {short} from "./words.js";

const colours = [ "#1f6fb2", "#d2601a" ];

function heading(text, note)
{
    const head = document.createElement("div"), h = document.createElement("h2");
    h.textContent = text;
    head.className = "head";
    head.append(h);
    if (note) {
        const p = document.createElement("p");
        p.className = "note";
        p.textContent = note;
        head.append(p);
    }
    return head;
}

export class Drawer
{
    // runs: their meta data; pick: called with a time.
    constructor(place, runs, pick)
    {
        this.place = place;
        this.runs = runs;
        this.pick = pick;
        this.charts = [];
        this.span = 1;
        this.spot = null;
        this.box = document.createElement("div");
        this.series = document.createElement("div");
        place.append(this.box, this.series);
        this.build();
    }

    get open()
    {
        return !this.place.hidden;
    }

    chart(place, options)
    {
        const c = new Chart(place, {pick : this.pick, ...options});
        this.charts.push(c);
        return c;
    }

    build()
    {
        const meta = this.runs[0];
        this.sources = [];
        for (const [list, name, column,
                    unit] of [[ "gauges", "gauge", "level", "level (m)" ],
                              [ "sections", "section", "discharge", "discharge (m³/s)" ]])
            meta[list].forEach(
                (g, n) => this.addSource(
                    g.name, list === "gauges" ? "gauge" : "section",
                    this.runs.map(
                        (r) => [name, r[list].findIndex((other) => other.name === g.name)]),
                    [ column ], unit));
        this.addSource("Water balance", "", this.runs.map(() => ["balance", null]),
                       [ "volume", "entered", "left" ], "m³");
    }

    addSource(title, note, files, columns, unit)
    {
        const part = document.createElement("div");
        part.append(heading(title, note));
        const chart = this.chart(part);
        this.series.append(part);
        this.sources.push({title, files, columns, unit, chart, part});
    }

    async load()
    {
        if (!this.open)
            return;
        for (const s of this.sources)
            await this.loadOne(s);
    }

    async loadOne(s)
    {
        const lines = [];
        for (const [run, [ kind, n ]] of s.files.entries()) {
            if (n === -1)
                continue;
            const text =
                await api.text(n === null ? `${run}/balance.csv` : `${run}/${kind}/${n}.csv`);
            if (text === null)
                continue;
            const table = readTable(text);
            s.columns.forEach((c, k) => {
                const at = table.names.indexOf(c);
                if (at < 0)
                    return;
                const shade =
                    s.columns.length > 1 ? [ "#1f6fb2", "#2e9e44", "#d2601a" ][k] : colours[run];
                lines.push({
                    t : table.t,
                    values : table.columns[at],
                    colour : shade,
                    name : s.columns.length > 1   ? c
                           : this.runs.length > 1 ? this.runs[run].folder
                                                  : c
                });
            });
            if (s.columns.length > 1) {
                const error = table.columns[table.names.indexOf("error")];
                s.part.querySelector(".note")?.remove();
                if (error?.length) {
                    const p = document.createElement("p");
                    p.className = "note";
                    p.textContent = `error ${short(error.at(-1))}`;
                    s.part.querySelector(".head").append(p);
                }
                break; // the balance of the first run
            }
        }
        s.chart.set(lines, s.unit, this.span);
    }

    setTime(t, span)
    {
        const changed = span !== this.span;
        this.span = span;
        this.now = t;
        for (const c of this.charts) {
            c.span = span;
            if (changed)
                c.draw();
            c.setNow(t);
        }
    }

    // Depth over time at a place; cells: [i, j] of each run, or null where it is outside.
    async showPlace(x, y, cells, times)
    {
        const spot = this.spot = {x, y, cells};
        this.charts = this.charts.filter((c) => c !== this.spotChart);
        const close = document.createElement("button");
        close.textContent = "×";
        close.title = "close";
        close.className = "close";
        close.addEventListener("click", () => this.closePlace());
        const head = heading(`Depth at ${Math.round(x)}, ${Math.round(y)}`);
        head.append(close);
        this.box.replaceChildren(head);
        const chart = this.spotChart = this.chart(this.box);
        chart.now = this.now;
        const lines = cells.map((_, n) => ({
                                    t : [],
                                    values : [],
                                    colour : colours[n],
                                    name : cells.length > 1 ? this.runs[n].folder : "depth"
                                }));
        for (const [n, cell] of cells.entries()) {
            if (!cell)
                continue;
            for (let from = 0; from < times[n].length && this.spot === spot; from += 16) {
                const part = await api.json(`${n}/point/${cell[0]}/${cell[1]}/${from}/16`);
                if (!part || !part.depth.length)
                    break;
                lines[n].t.push(...times[n].slice(from, from + part.depth.length));
                lines[n].values.push(...part.depth.map((v) => v ?? NaN));
                if (this.spot === spot)
                    chart.set(lines, "depth (m)", this.span);
            }
        }
        if (this.spot === spot && lines.every((l) => !l.t.length))
            chart.set(lines, "depth (m)", this.span);
    }

    closePlace()
    {
        this.spot = null;
        this.charts = this.charts.filter((c) => c !== this.spotChart);
        this.box.replaceChildren();
        this.onclose?.();
    }
}
