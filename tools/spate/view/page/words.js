// Numbers, times and lengths as text.

const thin = "\u202f";

// With as many decimals as the step needs.
export function plain(value, step)
{
    const decimals = Math.max(0, Math.min(8, Math.ceil(-Math.log10(Math.abs(step) || 1) - 1e-9)));
    const text = Math.abs(value).toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d)(?=\.|$))/g, thin);
    return (value < 0 && Number(text.replaceAll(thin, "")) !== 0 ? "\u2212" : "") + text;
}

// Three significant digits or so.
export function short(value)
{
    if (value === null || !Number.isFinite(value))
        return "–";
    const size = Math.abs(value);
    if (size === 0)
        return "0";
    if ((size < 1e-3 || size >= 1e7))
        return value.toExponential(1).replace("-", "\u2212");
    return plain(value, size >= 100 ? 1 : size >= 10 ? 0.1 : size >= 1 ? 0.01 : 0.001);
}

// 1, 2 or 5 times a power of ten: the smallest step that makes at most `most` of the length.
export function niceStep(length, most)
{
    const least = length / most, power = 10 ** Math.floor(Math.log10(least));
    return power * [ 1, 2, 5, 10 ].find((k) => k * power >= least * (1 - 1e-9));
}

// The same for seconds, in steps of a clock.
export function clockStep(seconds, most)
{
    const steps = [
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400
    ];
    return seconds / most < 1
               ? niceStep(seconds, most)
               : steps.find((s) => s * most >= seconds) ?? 86400 * niceStep(seconds / 86400, most);
}

export function duration(seconds)
{
    const s = Math.round(seconds);
    if (!Number.isFinite(s))
        return "–";
    if (seconds < 60)
        return `${Number.isInteger(seconds) ? seconds : short(seconds)} s`;
    if (s < 3600)
        return s % 60 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${s / 60} min`;
    const minutes = Math.round(s / 60), days = Math.floor(minutes / 1440);
    const rest = `${Math.floor(minutes / 60) % 24} h ${String(minutes % 60).padStart(2, "0")} min`;
    return days ? `${days} d ${rest}` : rest;
}

// "h:min" or "min:s" since the start, for axes.
export function clock(seconds, span)
{
    const s = Math.round(seconds), two = (n) => String(n).padStart(2, "0");
    if (span > 172800)
        return plain(seconds / 86400, 0.1) + " d";
    if (span > 7200)
        return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}`;
    if (span > 120)
        return `${Math.floor(s / 60)}:${two(s % 60)}`;
    return plain(seconds, span / 10);
}

export function clockUnit(span)
{
    return span > 172800 ? "days" : span > 7200 ? "h:min" : span > 120 ? "min:s" : "s";
}

// "2024-01-01 00:45 UTC"
export function date(unix)
{
    const text = new Date(1000 * unix).toISOString();
    return `${text.slice(0, 10)} ${text.slice(11, unix % 60 ? 19 : 16)} UTC`;
}
