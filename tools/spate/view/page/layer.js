// One run, or the difference of two (run null), with its tiles and what of it is shown.

import {Tiles} from "./tiles.js";

export class Layer
{
    constructor(gl, run, meta)
    {
        this.meta = meta;
        this.tiles = new Tiles(gl, run ?? 0, meta);
        this.kind = null;
        this.overTime = false;
        this.still = run === null ? "0-0" : 0; // the frame of maps without time
        this.wanted = null; // frame: a number, or "A-B" of a difference; null: there is none yet
        this.shown = null;  // the last one that was complete
        this.ramp = null;
        this.legend = null;
        this.frames = () => 0; // how many there are
        this.finished = () => false;
    }
}
