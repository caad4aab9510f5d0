// What is chosen and what is shown. Knows nothing of the elements of the page.

import {Camera} from "./camera.js";
import {Layer} from "./layer.js";
import {Scene} from "./scene.js";

export const runs = [], layers = [];

// Only openRuns() and openScene() set these, once.
export let about, camera, scene, differing;

export const view = {
    wish : "depth", // the map that was chosen
    kind : "depth", // the map that is shown: another one as long as the run has none of that
    t : 0,
    compare : "first",
    swipe : 0.5,
    follow : true,
    playing : false,
    low : null,
    high : null,
    spot : null,
};

// answer: view.json.
export function openRuns(answer, loaded)
{
    about = answer;
    runs.push(...loaded);
}

export function openScene(canvas)
{
    camera = new Camera();
    scene = new Scene(canvas, camera);
    for (const r of runs)
        layers.push(new Layer(scene.gl, r.number, r.meta));
    differing = new Layer(scene.gl, null, runs[0].meta);
    layers.forEach((l, n) => {
        l.frames = () => runs[n].times.length;
        l.finished = () => !runs[n].live;
    });
}

export const run = () => runs[view.compare === "second" ? 1 : 0];
export const kindAbout = (name = view.kind) => runs[0].meta.kinds.find((k) => k.name === name);

export function activeLayers()
{
    if (view.compare === "difference")
        return [ differing ];
    if (view.compare === "swipe")
        return layers;
    return [ layers[view.compare === "second" ? 1 : 0] ];
}

export function parts()
{
    if (view.compare !== "swipe")
        return [ {layer : activeLayers()[0], from : 0, to : 1} ];
    return [
        {layer : layers[0], from : 0, to : view.swipe},
        {layer : layers[1], from : view.swipe, to : 1}
    ];
}
