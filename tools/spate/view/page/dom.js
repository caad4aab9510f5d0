// Elements of the page: found by their id, and made.

export const $ = (id) => document.getElementById(id);

const space = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, text)
{
    const e = document.createElementNS(space, name);
    for (const [k, v] of Object.entries(attributes))
        e.setAttribute(k, v);
    if (text !== undefined)
        e.textContent = text;
    return e;
}
