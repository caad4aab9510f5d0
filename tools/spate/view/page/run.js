// What is known of a run: its meta data, its state, the times of its frames.

import * as api from "./api.js";

const patience = 30000; // ms

export class Run
{
    constructor(number)
    {
        this.number = number;
        this.times = [];
        this.state = null;
        this.edition = null;
    }

    async load()
    {
        this.meta = await api.json(`${this.number}/meta.json`);
        if (!this.meta)
            throw new api.Gone("meta");
    }

    // Asks how far it is. Returns what changed: "restarted", "frames", "status" or "".
    async refresh()
    {
        const state = await api.json(`${this.number}/state/${this.times.length}.json`, patience);
        if (!state)
            throw new api.Gone("state");
        const before = this.state, count = this.times.length;
        this.state = state;
        if (this.edition !== null && (state.edition !== this.edition || state.frames < count)) {
            this.edition = state.edition;
            this.times = [];
            return "restarted";
        }
        this.edition = state.edition;
        if (state.from === count)
            this.times.push(...state.times);
        if (this.times.length < state.frames)
            return this.refresh();
        if (this.times.length !== count || !before)
            return "frames";
        return before.status !== state.status || before.kinds.length !== state.kinds.length
                   ? "status"
                   : "";
    }

    get live()
    {
        return [ "running", "paused", "waiting" ].includes(this.state?.status);
    }

    // The frame nearest to a time; null: there is none.
    frameAt(t)
    {
        if (!this.times.length)
            return null;
        let low = 0, high = this.times.length - 1;
        while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (this.times[middle] <= t)
                low = middle;
            else
                high = middle;
        }
        return Math.abs(this.times[low] - t) <= Math.abs(this.times[high] - t) ? low : high;
    }

    cellAt(x, y)
    {
        const g = this.meta.grid, i = Math.floor((x - g.x0) / g.dx),
              j = Math.floor((y - g.y0) / g.dy);
        return i >= 0 && j >= 0 && i < g.nx && j < g.ny ? [ i, j ] : null;
    }
}
