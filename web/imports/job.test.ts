import { expect, test } from 'vitest'
import { ReportBuilder } from '../../importers/report.ts'
import type { DeliveryResult } from '../../importers/delivery.ts'
import { isNothingNew, nextJob, type ImportEvent, type Job } from './job.ts'

const report = new ReportBuilder().report()
const delivered: DeliveryResult = {
  receipts: { ids: ['r'], stored: 2, known: 2, rejected: 0, reasons: [] },
  testsets: [{ slug: 't', rows: 1, status: 'unchanged' }],
  revisions: 0,
  deployments: 0,
  evaluators: [],
  runs: [],
}
const jobAfter = (...events: readonly ImportEvent[]): Job =>
  events.reduce<Job>((job, one) => nextJob(job, one), { stage: 'empty' })
const dryRun: readonly ImportEvent[] = [
  { kind: 'selected' },
  { kind: 'progress', progress: { isRead: false, itemCount: 5 } },
  { kind: 'done', result: { report, delivered: undefined } },
]

test('files are read, reviewed and imported', () => {
  expect(jobAfter(...dryRun.slice(0, 2))).toEqual({ stage: 'reading', records: 5 })
  expect(jobAfter(...dryRun)).toEqual({ stage: 'previewed', report })
  expect(jobAfter(...dryRun, { kind: 'confirmed' })).toMatchObject({ stage: 'importing', isRead: false })
  expect(jobAfter(...dryRun, { kind: 'confirmed' }, { kind: 'done', result: { report, delivered } })).toEqual(
    {
      stage: 'imported',
      report,
      delivered,
    },
  )
})

test('an import without a dry run is not possible', () => {
  expect(jobAfter({ kind: 'confirmed' })).toEqual({ stage: 'empty' })
})

test('a cancelled import keeps the report of the dry run and ignores its worker', () => {
  const cancelled = jobAfter(...dryRun, { kind: 'confirmed' }, { kind: 'cancelled' })
  expect(cancelled).toEqual({ stage: 'cancelled', report, records: 0 })
  expect(nextJob(cancelled, { kind: 'done', result: { report, delivered } })).toBe(cancelled)
  expect(nextJob(cancelled, { kind: 'confirmed' })).toMatchObject({ stage: 'importing' })
})

test('nothing is new when all spans existed, testsets are unchanged and no version was created', () => {
  expect(isNothingNew(delivered)).toBe(true)
  expect(isNothingNew({ ...delivered, receipts: { ...delivered.receipts, known: 1 } })).toBe(false)
  expect(isNothingNew({ ...delivered, testsets: [{ slug: 't', rows: 1, status: 'made' }] })).toBe(false)
  expect(isNothingNew({ ...delivered, deployments: 1 })).toBe(false)
})
