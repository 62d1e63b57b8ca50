// Confidence intervals at 95 %: Wilson's for proportions, Student's t for means. Both are valid for few values, which
// evaluations usually have.

/** Iterations of the bisection, and terms of the continued fraction; more do not change the result. */
const bisections = 200
const betaTerms = 300

/** ln Γ(x), Lanczos. */
function logGamma(x: number): number {
  const factors = [
    676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
    -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
  ]
  const shifted = x - 1
  const sum = factors.reduce((total, factor, i) => total + factor / (shifted + i + 1), 0.9999999999998099)
  const t = shifted + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum)
}

/** The continued fraction of the incomplete beta function (Lentz). */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  const nonZero = (value: number): number => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= betaTerms; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / nonZero(1 + even * d)
    c = nonZero(1 + even / c)
    fraction *= d * c
    const oddTerm = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / nonZero(1 + oddTerm * d)
    c = nonZero(1 + oddTerm / c)
    const change = d * c
    fraction *= change
    if (Math.abs(change - 1) < 1e-15) break
  }
  return fraction
}

/** The regularized incomplete beta function. */
function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b
}

/** The share of Student's distribution beyond ±t. */
const tTails = (t: number, degrees: number): number =>
  regularizedBeta(degrees / (degrees + t * t), degrees / 2, 0.5)

const tCache = new Map<number, number>()

/** The two-sided 95 % quantile of Student's distribution. */
export function tQuantile95(degrees: number): number {
  const cachedQuantile = tCache.get(degrees)
  if (cachedQuantile !== undefined) return cachedQuantile
  let low = 0
  let high = 13
  for (let i = 0; i < bisections; i += 1) {
    const middle = (low + high) / 2
    if (tTails(middle, degrees) > 0.05) low = middle
    else high = middle
  }
  tCache.set(degrees, high)
  return high
}

export type Interval = readonly [low: number, high: number]

/** Student's interval of a mean; undefined below two values. */
export function meanInterval(count: number, mean: number, deviation: number): Interval | undefined {
  if (count < 2) return undefined
  const halfWidth = (tQuantile95(count - 1) * deviation) / Math.sqrt(count)
  return [mean - halfWidth, mean + halfWidth]
}

const z95 = 1.959963984540054

/** Wilson's interval of a proportion; it stays inside 0..1 and has a width even when all or none passed. */
export function wilsonInterval(passedCount: number, count: number): Interval {
  const rate = passedCount / count
  const z2 = z95 ** 2
  const centre = (rate + z2 / (2 * count)) / (1 + z2 / count)
  const halfWidth = (z95 * Math.sqrt((rate * (1 - rate)) / count + z2 / (4 * count ** 2))) / (1 + z2 / count)
  return [
    passedCount === 0 ? 0 : Math.max(0, centre - halfWidth),
    passedCount === count ? 1 : Math.min(1, centre + halfWidth),
  ]
}
