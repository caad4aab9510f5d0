// Tiles of one run in the memory of the graphics card: which are wanted, asked for, kept. A map that is
// not there yet is shown by a coarser tile that is.

import {tile as askTile} from "./api.js";

export const side = 256, border = 2;
const mostKept = 700, mostAsked = 8;

// One tile as textures. width 0: it has no values.
class Tile
{
    constructor(gl, data, options)
    {
        this.gl = gl;
        this.width = data.width;
        this.height = data.height;
        this.base = data.base;
        this.range = 65535 * data.step;
        this.codes = data.codes;
        this.shares = data.shares; // for the cursor
        this.used = 0;
        if (data.width === 0)
            return;
        this.map = upload(gl, data, options.float);
        if (options.light)
            this.light = uploadLight(gl, data, options.light);
    }
    // The value at a place (may be broken); null: none.
    valueAt(x, y)
    {
        const i = Math.min(Math.max(Math.floor(x), 0), this.width - 1);
        const j = Math.min(Math.max(Math.floor(y), 0), this.height - 1), k = j * this.width + i;
        return this.width && this.shares[k] ? this.base + this.range * this.codes[k] / 65535 : null;
    }
    free()
    {
        for (const t of [this.map, this.light])
            if (t)
                this.gl.deleteTexture(t);
    }
}

function texture(gl, internal, width, height, format, type, data, filter)
{
    const t = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, t);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage2D(gl.TEXTURE_2D, 0, internal, width, height, 0, format, type, data);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return t;
}

function upload(gl, d, float)
{
    const n = d.width * d.height, out = new Float32Array(2 * n);
    for (let k = 0; k < n; ++k) {
        const share = d.shares[k] / 255;
        out[2 * k] = d.codes[k] / 65535 * share;
        out[2 * k + 1] = share;
    }
    return texture(gl, float ? gl.RG32F : gl.RG16F, d.width, d.height, gl.RG, gl.FLOAT, out,
                   gl.LINEAR);
}

// hillshade.c: sun in the north-west, 45 degrees up. places: metres of a place.
function uploadLight(gl, d, {dx, dy, stretch})
{
    const {width : w, height : h, shares : s} = d, out = new Uint8Array(2 * w * h),
                                           level = Math.SQRT1_2;
    const z = (k) => d.base + d.step * d.codes[k];
    const slope = (k, step, at, count, size) => {
        const back = at > 0 && s[k - step] > 0, front = at + 1 < count && s[k + step] > 0;
        return back || front
                   ? (z(front ? k + step : k) - z(back ? k - step : k)) / ((back + front) * size)
                   : 0;
    };
    for (let j = 0; j < h; ++j)
        for (let i = 0; i < w; ++i) {
            const k = j * w + i;
            const zx = stretch * slope(k, 1, i, w, dx), zy = stretch * slope(k, w, j, h, dy);
            const lit = Math.max((0.5 * (zx - zy) + level) / Math.sqrt(1 + zx * zx + zy * zy), 0);
            // Times the share, so that blending keeps out what is beyond the model.
            out[2 * k] = (127.5 + 127.5 * (lit < level ? lit / level - 1
                                                       : (lit - level) / (1 - level))) *
                         s[k] / 255;
            out[2 * k + 1] = s[k];
        }
    return texture(gl, gl.RG8, w, h, gl.RG, gl.UNSIGNED_BYTE, out, gl.LINEAR);
}

export class Tiles
{
    constructor(gl, run, meta)
    {
        this.gl = gl;
        this.run = run;
        this.meta = meta;
        this.changed = () => {}; // called with the key of a tile that has come
        this.float = gl.getExtension("OES_texture_float_linear") !== null;
        this.kept = new Map();  // key -> Tile, or null: it is not to be had
        this.asked = new Map(); // key -> AbortController
        this.waiting = [];      // keys, the most urgent last
        this.later = [];        // keys that are asked for one by one, when nothing else is
        this.clock = 0;
        this.edition = 0;
        this.lost = null; // called when the server does not answer
    }

    key(kind, frame, level, x, y)
    {
        return `${kind}/${frame}/${level}/${x}/${y}`;
    }

    // Forgets everything: the run was begun again.
    clear()
    {
        for (const c of this.asked.values())
            c.abort();
        for (const t of this.kept.values())
            t?.free();
        this.kept.clear();
        this.asked.clear();
        this.waiting = [];
        this.later = [];
    }

    has(kind, frame, level, x, y)
    {
        return this.kept.has(this.key(kind, frame, level, x, y));
    }

    // The tile, or a coarser one that covers it: { tile, x, y, places } in places of that tile; null.
    find(kind, frame, level, x, y)
    {
        for (let l = level, s = 0; l < this.meta.grid.levels; ++l, ++s) {
            const t = this.kept.get(this.key(kind, frame, l, x >> s, y >> s));
            if (!t)
                continue;
            t.used = ++this.clock;
            const places = side / 2 ** s;
            return {
                tile : t,
                x : border + (x - ((x >> s) << s)) * places,
                y : border + (y - ((y >> s) << s)) * places,
                places,
            };
        }
        return null;
    }

    // Replaces what is waiting. wanted, later: [kind, frame, level, x, y], the most urgent first.
    want(wanted, later)
    {
        const needed = new Set();
        const missing = (list) => {
            const keys = list.map((w) => this.key(...w));
            keys.forEach((key) => needed.add(key));
            return keys.filter((key) => !this.kept.has(key) && !this.asked.has(key)).reverse();
        };
        this.waiting = missing(wanted);
        this.later = missing(later);
        // One that is wanted again before its end is known must be asked for again.
        for (const [key, c] of this.asked)
            if (!needed.has(key)) {
                this.asked.delete(key);
                c.abort();
            }
        this.ask();
    }

    get idle()
    {
        return this.waiting.length + this.later.length + this.asked.size === 0;
    }

    ask()
    {
        while (this.waiting.length && this.asked.size < mostAsked)
            this.askOne(this.waiting.pop());
        if (this.later.length && this.asked.size === 0)
            this.askOne(this.later.pop());
    }

    async askOne(key)
    {
        const control = new AbortController();
        this.asked.set(key, control);
        try {
            const data =
                await askTile(`${this.run}/tile/${key.replace("difference-", "")}?${this.edition}`,
                              control.signal);
            if (this.asked.get(key) !== control)
                return;
            this.kept.set(key, data ? this.make(key, data) : null);
            if (!data)
                setTimeout(() => this.kept.get(key) === null && this.kept.delete(key), 2000);
            this.drop();
            this.changed(key);
        } catch (error) {
            if (error.name !== "AbortError")
                this.lost?.(error);
        } finally {
            if (this.asked.get(key) === control)
                this.asked.delete(key);
            this.ask();
        }
    }

    make(key, data)
    {
        const [kind, , level] = key.split("/"), g = this.meta.grid, size = 2 ** level;
        const light = kind === "bed"
                          ? {dx : size * g.dx, dy : size * g.dy, stretch : this.meta.bed.stretch}
                          : null;
        return new Tile(this.gl, data, {float : this.float, light});
    }

    drop()
    {
        if (this.kept.size <= mostKept)
            return;
        const old = [...this.kept ].sort((a, b) => (a[1]?.used ?? 0) - (b[1]?.used ?? 0));
        for (const [key, t] of old.slice(0, this.kept.size - mostKept)) {
            t?.free();
            this.kept.delete(key);
        }
    }
}
