// Labels of the time axis: round numbers, as many as there is room for.

const minuteMs = 60_000
/** Above a minute, round numbers are minutes and hours. */
const clockSteps = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720, 1440].map((minutes) => minutes * minuteMs)

/** 1, 2, 2.5 or 5 times a power of ten, or round minutes and hours: the smallest that gives at most this many steps. */
export function roundStep(lengthMs: number, stepsMax: number): number {
  const minStep = lengthMs / Math.max(1, stepsMax)
  const clockStep = minStep > minuteMs / 2 ? clockSteps.find((step) => step >= minStep) : undefined
  if (clockStep !== undefined) return clockStep
  const power = 10 ** Math.floor(Math.log10(minStep))
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= minStep * (1 - 1e-9)) ?? 10) * power
}

/** The width of a label such as `12m 30s`, with room around it. */
const labelPx = 64
const axisStepsMax = 4

/** The number of steps that fit an axis of this width. */
export const stepsIn = (widthPx: number): number =>
  Math.max(1, Math.min(axisStepsMax, Math.floor(widthPx / labelPx)))

/** The ticks in milliseconds since the start of the trace; none for a trace without a duration. */
export function timeTicks(lengthMs: number, stepsMax: number): readonly number[] {
  if (!(lengthMs > 0) || !Number.isFinite(lengthMs)) return []
  const step = roundStep(lengthMs, stepsMax)
  return Array.from({ length: Math.floor(lengthMs / step + 1e-9) + 1 }, (_, index) => index * step)
}
