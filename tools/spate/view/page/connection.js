// Whether the server answers, and what the page says when it does not.

import {Gone} from "./api.js";
import {$} from "./dom.js";
import {soon} from "./loop.js";
import {runs} from "./state.js";

export let lost = false;

// The server does not answer.
export function gone()
{
    lost = true;
    const b = $("banner"), code = document.createElement("code");
    code.textContent = `spate view ${runs[0]?.meta?.folder ?? "CASE.out"}`;
    b.replaceChildren("The server has stopped. What is on the page stays; to go on, start ", code,
                      " and open the address that it prints.");
    b.hidden = false;
    $("status").textContent = "not connected";
    $("status").className = "warn";
}

// The server answers.
export function found()
{
    if (!lost)
        return;
    lost = false;
    $("banner").hidden = true;
    soon();
}

// What a promise gives; null when the server does not answer.
export async function guarded(promise)
{
    try {
        return await promise;
    } catch (error) {
        if (!(error instanceof Gone))
            throw error;
        gone();
        return null;
    }
}

const nap = (ms) => new Promise((done) => { setTimeout(done, ms); });

// Tries again until the server answers.
export async function patiently(work)
{
    for (;;) {
        try {
            return await work();
        } catch (error) {
            if (!(error instanceof Gone))
                throw error;
            $("status").textContent = "waiting for the run";
            await nap(400);
        }
    }
}
