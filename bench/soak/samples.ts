// Samples memory, descriptors and threads of a server under load, and compares the end of a soak with its middle.
import { readdirSync, readFileSync } from 'node:fs'
import type { Row } from '../support/record.ts'

export interface Sample {
  readonly second: number
  readonly residentMiB: number
  readonly descriptors: number
  readonly threads: number
}

function sampleOf(pid: number, second: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return {
    second,
    residentMiB: Math.round(field('VmRSS') / 1024),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: field('Threads'),
  }
}

const everyMs = 15_000

/** Samples until it is stopped; returns the samples. */
export function startSampling(pid: number): () => readonly Sample[] {
  const samples: Sample[] = []
  const startedMs = performance.now()
  const take = (): void => {
    samples.push(sampleOf(pid, Math.round((performance.now() - startedMs) / 1000)))
  }
  take()
  const timer = setInterval(take, everyMs)
  return () => {
    clearInterval(timer)
    return samples
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const measures = ['residentMiB', 'descriptors', 'threads'] as const
/** The growth from the middle third to the last third that counts as a leak. */
const growthMax = 1.25

/** The means of the thirds of a soak, and the growth from the second third to the last. */
export function growthRows(samples: readonly Sample[]): readonly Row[] {
  const third = Math.ceil(samples.length / 3)
  const parts = [samples.slice(0, third), samples.slice(third, 2 * third), samples.slice(2 * third)]
  return measures.map((measure): Row => {
    const means = parts.map((part) => Math.round(mean(part.map((sample) => sample[measure]))))
    const [first = 0, second = 0, last = 0] = means
    return {
      measure,
      start: samples[0]?.[measure] ?? 0,
      'first third': first,
      'second third': second,
      'last third': last,
      max: Math.max(...samples.map((sample) => sample[measure])),
      growth: Math.round((last / second) * 100) / 100,
    }
  })
}

export const growthFindings = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap(({ measure, growth }) =>
    Number(growth) > growthMax ? [`${measure} grew by a factor of ${growth} in the last third`] : [],
  )
