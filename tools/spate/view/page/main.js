// The start of the page.

import {json} from "./api.js";
import {gone, patiently} from "./connection.js";
import {listen} from "./controls.js";
import {$} from "./dom.js";
import {fit} from "./fit.js";
import * as hash from "./hash.js";
import {apply, changed} from "./link.js";
import {everyFrame, soon} from "./loop.js";
import {makeDrawer} from "./panel.js";
import {step, tileCame} from "./picture.js";
import {Run} from "./run.js";
import {setExaggeration, setFollow} from "./settings.js";
import {camera, differing, layers, openRuns, openScene, run, runs, scene, view} from "./state.js";
import {fillKinds, poll, showState} from "./status.js";
import {setFrames, setTime} from "./time.js";

async function load()
{
    const answer = await patiently(() => json("view.json")), loaded = [];
    for (let n = 0; n < answer.runs; ++n) {
        const r = new Run(n);
        await patiently(() => r.load());
        await patiently(() => r.refresh());
        loaded.push(r);
    }
    openRuns(answer, loaded);
}

function nameRuns()
{
    $("title").textContent = document.title =
        [...new Set(runs.map((r) => r.meta.title)) ].join(" and ");
    [...$("names").children].forEach((e, n) => { e.textContent = runs[n]?.meta.folder ?? ""; });
    $("compare_row").hidden = runs.length < 2;
    runs.forEach((r, n) => { $("compare").options[n].text += `: ${r.meta.folder}`; });
}

async function start()
{
    await load();
    openScene($("map"));
    for (const l of [...layers, differing]) {
        l.tiles.lost = gone;
        l.tiles.changed = (key) => tileCame(l, key);
    }
    nameRuns();
    makeDrawer((t) => {
        setFollow(false);
        setTime(run().times[run().frameAt(t) ?? 0] ?? 0);
    });
    everyFrame(step);
    scene.resize();
    setExaggeration(Math.min(Math.max(0.7 * runs[0].meta.bed.stretch, 1), 20));
    fit();
    view.t = runs[0].times.at(-1) ?? 0;
    apply(hash.read(location.hash));
    fillKinds();
    setFrames();
    showState();
    changed();
    listen();
    poll();
    globalThis.spate = {view, camera, scene, runs, layers, soon}; // for tests
}

start().catch((error) => {
    $("banner").hidden = false;
    $("banner").textContent = `The page cannot be shown: ${error.message}`;
});
