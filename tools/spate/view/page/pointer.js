// Mouse, fingers and keys move the camera.

// does: { moved(), hover(x, y), click(x, y) }
export function followPointer(canvas, camera, does)
{
    const down = new Map();
    let start = null, pinch = null, far = false;
    const place = (e) => {
        const box = canvas.getBoundingClientRect();
        return [ e.clientX - box.left, e.clientY - box.top ];
    };
    const between = () => {
        const [a, b] = [...down.values() ];
        return {
            x : (a[0] + b[0]) / 2,
            y : (a[1] + b[1]) / 2,
            d : Math.hypot(a[0] - b[0], a[1] - b[1]),
            angle : Math.atan2(b[1] - a[1], b[0] - a[0])
        };
    };
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    canvas.addEventListener("pointerdown", (e) => {
        canvas.setPointerCapture(e.pointerId);
        canvas.focus({preventScroll : true});
        down.set(e.pointerId, place(e));
        start = place(e);
        far = down.size > 1;
        pinch = down.size === 2 ? between() : null;
        canvas.classList.add("dragging");
    });
    canvas.addEventListener("pointermove", (e) => {
        const at = place(e), before = down.get(e.pointerId);
        if (!before)
            return does.hover(...at);
        down.set(e.pointerId, at);
        if (Math.hypot(at[0] - start[0], at[1] - start[1]) > 4)
            far = true;
        if (pinch && down.size === 2) {
            const now = between();
            camera.drag(pinch.x, pinch.y, now.x, now.y);
            camera.zoom(pinch.d / Math.max(now.d, 1), now.x, now.y);
            camera.bearing -= now.angle - pinch.angle;
            pinch = now;
        } else if (!far) {
            return undefined;
        } else if (e.buttons & 2 || e.ctrlKey || e.shiftKey) {
            camera.turn(at[0] - before[0], at[1] - before[1]);
        } else {
            camera.drag(...before, ...at);
        }
        return does.moved();
    });
    const up = (e) => {
        if (!down.delete(e.pointerId))
            return;
        pinch = null;
        if (down.size === 0)
            canvas.classList.remove("dragging");
        if (e.type === "pointerup" && !far && e.button === 0)
            does.click(...place(e));
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => does.hover(null, null));
    canvas.addEventListener("wheel", (e) => {
        e.preventDefault();
        const lines = e.deltaMode === 1 ? 16 : 1;
        camera.zoom(Math.exp(Math.min(Math.max(0.0016 * lines * e.deltaY, -0.5), 0.5)),
                    ...place(e));
        does.moved();
    }, {passive : false});
    canvas.addEventListener("dblclick", (e) => {
        camera.zoom(0.5, ...place(e));
        does.moved();
    });
    canvas.addEventListener("keydown", (e) => {
        const step = {
            ArrowLeft : [ -1, 0 ],
            ArrowRight : [ 1, 0 ],
            ArrowUp : [ 0, -1 ],
            ArrowDown : [ 0, 1 ]
        }[e.key];
        const w = camera.width / 2, h = camera.height / 2;
        if (step && e.shiftKey)
            camera.turn(20 * step[0], 20 * step[1]);
        else if (step)
            camera.drag(w, h, w - 60 * step[0], h - 60 * step[1]);
        else if (e.key === "+" || e.key === "=")
            camera.zoom(0.8, w, h);
        else if (e.key === "-")
            camera.zoom(1.25, w, h);
        else
            return;
        e.preventDefault();
        does.moved();
    });
}
