// The time that is shown: chosen, followed, or played.

import {$} from "./dom.js";
import {look} from "./loop.js";
import {drawer} from "./panel.js";
import {activeLayers, kindAbout, run, runs, scene, view} from "./state.js";
import {date, duration} from "./words.js";

const frameSeconds = 0.16;

const span = () => Math.max(...runs.map((r) => r.state?.end ?? r.meta.end ?? 0), 1e-9);

export function setTime(t)
{
    view.t = t;
    const frame = run().frameAt(t), shown = frame === null ? 0 : run().times[frame];
    $("slider").value = frame ?? 0;
    const start = run().meta.start, moves = kindAbout()?.time ?? true;
    $("time").replaceChildren();
    $("timeline").classList.toggle("still", !moves);
    if (!moves) {
        $("time").append("of the whole run");
    } else if (start !== null) {
        const d = document.createElement("span");
        d.className = "date";
        d.textContent = `${date(start + shown)} · `;
        $("time").append(d);
    }
    if (moves)
        $("time").append(frame === null ? "no map yet" : `+${duration(shown)}`);
    $("slider").setAttribute("aria-valuetext", $("time").textContent);
    drawer?.setTime(shown, span());
    look();
}

// The slider has the frames of the chosen run.
export function setFrames()
{
    $("slider").max = Math.max(run().times.length - 1, 0);
    $("slider").disabled = run().times.length < 2;
    $("follow_label").hidden = !run().live;
    const last = run().times.at(-1);
    if (view.follow && run().live && last !== undefined)
        setTime(last);
    else
        setTime(view.t);
}

let played = 0; // when the last frame was shown, ms

// now: time of the browser's frame, ms.
export function play(now)
{
    if (!view.playing || now - played < 1000 * frameSeconds ||
        activeLayers().some((l) => l.complete === false))
        return;
    played = now;
    scene.time = now / 1000;
    const times = run().times, frame = run().frameAt(view.t);
    if (frame === null)
        return;
    if (frame + 1 < times.length)
        setTime(times[frame + 1]);
    else if (run().live)
        setTime(times[frame]);
    else
        setTime(times[0]);
}
