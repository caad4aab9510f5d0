// The state of the runs: asked for again and again, and shown.

import {Gone} from "./api.js";
import {found, gone, lost} from "./connection.js";
import {$} from "./dom.js";
import {drawer} from "./panel.js";
import {about, differing, layers, run, runs, view} from "./state.js";
import {setFrames} from "./time.js";
import {duration, plain, short} from "./words.js";

const words = {
    running : "running",
    paused : "paused",
    waiting : "the run is starting",
    stopped : "stopped with a checkpoint; --resume continues",
    killed : "the run was killed; --resume continues from its last checkpoint",
    done : "finished",
    incomplete : "finished, but maps are missing",
};

export function showState()
{
    const s = run().state, warn = [ "killed", "incomplete" ].includes(s.status);
    $("status").textContent = words[s.status] ?? s.status;
    $("status").className = warn ? "warn" : s.status === "running" ? "live" : "";
    $("progress").hidden = !run().live;
    const share = s.end > 0 && s.t !== null ? Math.min(s.t / s.end, 1) : 0;
    $("progress").firstElementChild.style.width = `${100 * share}%`;
    const figures = [];
    if (s.t !== null && s.end !== null)
        figures.push(s.status === "done" ? `${duration(s.t)} simulated`
                                         : `${duration(s.t)} of ${duration(s.end)}`);
    if (run().live && s.left !== null && s.status === "running")
        figures.push(`${duration(Math.round(s.left))} left`);
    if (s.rate)
        figures.push(`${plain(s.rate / 1e6, s.rate < 1e7 ? 0.1 : 1)} Mcell-stages/s`);
    if (run().live && s.dt !== null)
        figures.push(`dt ${short(s.dt)} s`);
    if (s.status === "running" && s.age > 60)
        figures.push(`no news for ${duration(Math.round(s.age))}`);
    if (s.gaps)
        figures.push(`missing: ${s.gaps}`);
    // A figure stays on one line.
    $("figures").textContent = figures.map((f) => f.replaceAll(" ", "\u00a0")).join(" · ");
    $("control").hidden = !about.control || !run().live;
    $("pause").textContent = s.status === "paused" ? "Go on" : "Pause";
}

export function fillKinds()
{
    const have = new Set(runs.flatMap((r) => r.state.kinds)), select = $("kind");
    const groups = [ [ "At a time", (k) => k.time ], [ "Of the whole run", (k) => !k.time ] ];
    select.replaceChildren();
    for (const [label, belongs] of groups) {
        const group = document.createElement("optgroup");
        group.label = label;
        for (const k of runs[0].meta.kinds.filter(belongs)) {
            if (!have.has(k.name))
                continue;
            group.append(new Option(k.caption, k.name));
        }
        if (group.children.length)
            select.append(group);
    }
    view.kind = [ view.wish, "depth" ].find((name) => have.has(name)) ?? "bed";
    select.value = view.kind;
}

export async function poll()
{
    try {
        for (const [n, r] of runs.entries()) {
            const what = await r.refresh();
            if (what === "restarted")
                return location.reload();
            layers[n].tiles.edition = differing.tiles.edition = `${r.edition}-${r.meta.started}`;
            if (what === "frames" && r.live)
                r.legendAge = Math.floor(Math.log2(r.times.length + 1));
            if (what === "status" || what === "frames") {
                fillKinds();
                if (!r.live)
                    r.legendAge = -1;
            }
            if (what)
                setFrames();
        }
        showState();
        if (runs.some((r) => r.live))
            await drawer.load();
        found();
    } catch (error) {
        if (!(error instanceof Gone))
            throw error;
        gone();
    }
    setTimeout(poll, lost || runs.some((r) => r.live) ? 1000 : 2000);
    return undefined;
}
