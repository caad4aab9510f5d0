// Draws runs: asks for the tiles that are in view, and draws what is there.

import {compile, mesh} from "./gl.js";
import {side} from "./tiles.js";
import {chooseTiles} from "./visible.js";

const mostLater = 60; // frames to either side that the server is asked to prepare

export class Scene
{
    constructor(canvas, camera)
    {
        this.canvas = canvas;
        this.camera = camera;
        this.gl = canvas.getContext("webgl2", {antialias : true, preserveDrawingBuffer : true});
        if (!this.gl)
            throw new Error("this browser has no WebGL 2");
        this.exaggeration = 1;
        this.shine = false;
        this.natural = false;
        this.time = 0;
        this.dirty = true;
        this.drawn = 0;
        this.restore();
    }

    // Also after the graphics card was lost.
    restore()
    {
        const gl = this.gl;
        this.program = compile(gl);
        this.at = new Proxy({}, {
            get : (kept, name) => kept[name] ??= gl.getUniformLocation(this.program, name)
        });
        this.flat = mesh(gl, 1);
        this.fine = mesh(gl, 128);
        this.empty = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, this.empty);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG8, 1, 1, 0, gl.RG, gl.UNSIGNED_BYTE,
                      new Uint8Array([ 127, 0 ]));
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }

    setLegend(layer, legend)
    {
        const gl = this.gl, bytes = new Uint8Array(4 * 256);
        for (let k = 0; k < 256; ++k) {
            const c = parseInt(legend.colours.slice(6 * k, 6 * k + 6), 16);
            bytes.set([ c >> 16, c >> 8 & 255, c & 255, 255 ], 4 * k);
        }
        layer.ramp ??= gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, layer.ramp);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        layer.legend = legend;
        this.dirty = true;
    }

    get zScale()
    {
        return this.exaggeration;
    }
    // Heights are drawn above this one, m.
    zero(layer)
    {
        return layer.meta.bed.low;
    }

    // ---- which tiles ----

    // What the layer needs beside the values of its kind.
    kindsOf(layer, frame)
    {
        const kind = layer.kind, list = [ [ "bed", 0 ], [ kind, frame ] ];
        const level = this.levelOf(layer, frame);
        if (level !== null && (this.shine || this.camera.relief > 0))
            list.push([ "level", level ]);
        return list;
    }

    // The frame whose level is drawn as the surface; of maps without time there is none.
    levelOf(layer, frame)
    {
        if (frame === null || !layer.overTime)
            return null;
        return typeof frame === "string" ? Number(frame.split("-")[0]) : frame;
    }

    // Asks for tiles. A frame is shown as soon as all of it is there.
    update(layer)
    {
        const chosen = chooseTiles(this, layer);
        const frame = layer.overTime ? layer.wanted : layer.still;
        layer.chosen = chosen;
        const list = [];
        const add = (kind, f) => {
            const top = layer.meta.grid.levels - 1;
            if (f !== null)
                for (const t of chosen)
                    list.push([ kind, f, t.level, t.x, t.y ]);
            if (f !== null && kind === "bed")
                list.unshift([ kind, f, top, 0, 0 ]);
        };
        for (const [kind, f] of this.kindsOf(layer, frame))
            add(kind, f);
        const complete = list.every((w) => layer.tiles.has(...w));
        layer.tiles.want(complete ? list.concat(this.ahead(layer, frame, chosen)) : list,
                         complete ? this.later(layer, frame) : []);
        if (complete && frame !== null &&
            (layer.shown !== frame || layer.shownKind !== layer.kind)) {
            layer.shown = frame;
            layer.shownKind = layer.kind;
            this.dirty = true;
        }
        layer.complete = complete && frame !== null;
    }

    // What play and a step of the slider will ask for.
    ahead(layer, frame, chosen)
    {
        if (!layer.overTime || typeof frame !== "number")
            return [];
        const list = [];
        for (const f of [frame + 1, frame - 1])
            if (f >= 0 && f < layer.frames())
                for (const [kind, own] of this.kindsOf(layer, f))
                    if (kind !== "bed")
                        for (const t of chosen)
                            list.push([ kind, own, t.level, t.x, t.y ]);
        return list;
    }

    // The coarsest tile of every other frame: the server, asked for it, makes all coarse levels of that
    // frame and keeps them. Not while the run computes, which needs the processors itself.
    later(layer, frame)
    {
        if (!layer.overTime || typeof frame !== "number" || !layer.finished())
            return [];
        const list = [], top = layer.meta.grid.levels - 1;
        for (let d = 2; d <= mostLater; ++d)
            for (const f of [frame + d, frame - d])
                if (f >= 0 && f < layer.frames())
                    for (const [kind, own] of this.kindsOf(layer, f))
                        if (kind !== "bed")
                            list.push([ kind, own, top, 0, 0 ]);
        return list;
    }

    // ---- drawing ----

    resize()
    {
        this.ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
        const w = Math.max(Math.round(this.canvas.clientWidth * this.ratio), 1);
        const h = Math.max(Math.round(this.canvas.clientHeight * this.ratio), 1);
        if (this.canvas.width === w && this.canvas.height === h)
            return;
        this.canvas.width = w;
        this.canvas.height = h;
        this.camera.width = w / this.ratio;
        this.camera.height = h / this.ratio;
        this.dirty = true;
    }

    // parts: [{ layer, from, to }], shares of the width.
    draw(parts)
    {
        const gl = this.gl, w = this.canvas.width, h = this.canvas.height;
        gl.viewport(0, 0, w, h);
        gl.disable(gl.SCISSOR_TEST);
        gl.clearColor(0.93, 0.945, 0.957, 1);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        gl.enable(gl.DEPTH_TEST);
        gl.useProgram(this.program);
        gl.uniformMatrix4fv(this.at.view, false, this.camera.matrix());
        gl.uniform3fv(this.at.eye, this.camera.eye);
        gl.enable(gl.SCISSOR_TEST);
        for (const p of parts) {
            gl.scissor(Math.round(p.from * w), 0, Math.round(p.to * w) - Math.round(p.from * w), h);
            if (p.layer.legend)
                this.drawLayer(p.layer);
        }
        this.dirty = false;
        ++this.drawn;
    }

    drawLayer(layer)
    {
        const gl = this.gl, at = this.at, c = this.camera, l = layer.legend, g = layer.meta.grid;
        const bands = l.banded ? Math.max(Math.round((l.high - l.low) / l.step), 1) : 0;
        gl.uniform4f(at.ends, l.low, l.high, bands, l.unit);
        gl.uniform1i(at.classes, l.classes.length);
        if (l.classes.length) {
            const from = new Float32Array(8), colours = new Float32Array(24);
            l.classes.forEach((k, n) => {
                const rgb = parseInt(k.colour, 16);
                from[n] = k.from;
                colours.set([ rgb >> 16, rgb >> 8 & 255, rgb & 255 ].map((v) => v / 255), 3 * n);
            });
            gl.uniform1fv(at["from[0]"], from);
            gl.uniform3fv(at["colours[0]"], colours);
        }
        const wrap = 289 * 41 * g.dx;
        gl.uniform3f(at.heights, this.zScale, this.zero(layer), c.relief);
        gl.uniform2f(at.world, c.x % wrap, c.y % wrap);
        gl.uniform2f(at.bedEnds, layer.meta.bed.low, layer.meta.bed.high);
        gl.uniform1f(at.shine, layer.overTime && this.shine ? 1 : 0);
        gl.uniform1f(at.natural, this.natural ? 1 : 0);
        gl.uniform1f(at.cell, g.dx);
        gl.uniform1f(at.ripple, Math.max(7 * c.scale, 0.4 * g.dx));
        gl.uniform1f(at.time, this.time);
        this.bind(4, "ramp", layer.ramp);
        for (const t of layer.chosen ?? chooseTiles(this, layer))
            this.drawTile(layer, t);
    }

    bind(unit, name, texture)
    {
        const gl = this.gl;
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.uniform1i(this.at[name], unit);
    }

    // A map of the tile as texture and numbers; one that is not there has no value anywhere.
    setMap(unit, name, found, box, texture)
    {
        const gl = this.gl, at = this.at, t = found?.tile;
        this.bind(unit, `${name}Map`, texture ?? this.empty);
        if (!t || !texture) {
            gl.uniform4f(at[`${name}.at`], 0, 0, 1, 1);
            gl.uniform2f(at[`${name}.size`], 1, 1);
            gl.uniform2f(at[`${name}.code`], 0, 0);
            return;
        }
        gl.uniform4f(at[`${name}.at`], found.x, found.y, found.places * box.shareX,
                     found.places * box.shareY);
        gl.uniform2f(at[`${name}.size`], t.width, t.height);
        gl.uniform2f(at[`${name}.code`], t.base, t.range);
    }

    drawTile(layer, {level, x, y, box})
    {
        const gl = this.gl, c = this.camera, frame = layer.shown;
        const find = (kind, f) => f === null ? null : layer.tiles.find(kind, f, level, x, y);
        const bed = find("bed", 0), value = find(layer.shownKind ?? layer.kind, frame);
        const water = find("level", this.levelOf(layer, frame));
        gl.uniform4f(this.at.box, box.x - c.x, box.y - c.y, box.w, box.h);
        this.setMap(0, "bed", bed, box, bed?.tile.map);
        this.setMap(1, "level", water, box, water?.tile.map);
        this.setMap(2, "value", value, box, value?.tile.map);
        this.setMap(3, "light", bed, box, bed?.tile.light);
        const m = c.relief > 0 ? this.fine : this.flat;
        gl.bindVertexArray(m.array);
        gl.drawElements(gl.TRIANGLES, m.count, gl.UNSIGNED_SHORT, 0);
    }

    // ---- what is under the cursor ----

    // The value of a kind at a place of the map, from the finest tile that is there; null: none.
    valueAt(layer, kind, frame, x, y)
    {
        const g = layer.meta.grid, i = (x - g.x0) / g.dx, j = (y - g.y0) / g.dy;
        if (i < 0 || j < 0 || i >= g.nx || j >= g.ny || frame === null)
            return null;
        for (let level = 0; level < g.levels; ++level) {
            const places = 2 ** level, tx = Math.floor(i / places / side),
                  ty = Math.floor(j / places / side);
            if (!layer.tiles.has(kind, frame, level, tx, ty))
                continue;
            const found = layer.tiles.find(kind, frame, level, tx, ty);
            return found?.tile.valueAt(i / places - tx * side + 2, j / places - ty * side + 2) ??
                   null;
        }
        return null;
    }

    // Where the ray through a CSS pixel meets the ground.
    pick(layer, px, py)
    {
        const c = this.camera;
        if (c.relief === 0)
            return c.unproject(px, py);
        const high = (layer.meta.bed.high - this.zero(layer)) * this.zScale * c.relief;
        const from = c.unproject(px, py, Math.min(high, c.eye[2] - 1e-6)),
              to = c.unproject(px, py, 0);
        if (!from || !to)
            return null;
        for (let n = 0; n <= 200; ++n) {
            const x = from[0] + (to[0] - from[0]) * n / 200,
                  y = from[1] + (to[1] - from[1]) * n / 200;
            const z = this.valueAt(layer, "bed", 0, x, y);
            if (z !== null &&
                (z - this.zero(layer)) * this.zScale * c.relief >= high * (1 - n / 200))
                return [ x, y ];
        }
        return to;
    }
}
