import { expect, test } from 'vitest'
import { Counting } from '../../importers/report.ts'
import type { Delivered } from '../../importers/delivery.ts'
import { isNothingNew, nextJob, type Happened, type Job } from './job.ts'

const report = new Counting().report()
const delivered: Delivered = {
  receipts: { ids: ['r'], stored: 2, known: 2, rejected: 0, reasons: [] },
  testsets: [{ slug: 't', rows: 1, status: 'unchanged' }],
  revisions: 0,
  deployments: 0,
  evaluators: [],
}
const through = (...happened: readonly Happened[]): Job =>
  happened.reduce<Job>((job, one) => nextJob(job, one), { stage: 'empty' })
const read: readonly Happened[] = [
  { what: 'given' },
  { what: 'progress', progress: { isRead: false, told: 5 } },
  { what: 'done', imported: { report, delivered: undefined } },
]

test('files are read, looked at, and brought', () => {
  expect(through(...read.slice(0, 2))).toEqual({ stage: 'reading', told: 5 })
  expect(through(...read)).toEqual({ stage: 'read', report })
  expect(through(...read, { what: 'confirmed' })).toMatchObject({ stage: 'bringing', isRead: false })
  expect(through(...read, { what: 'confirmed' }, { what: 'done', imported: { report, delivered } })).toEqual({
    stage: 'brought',
    report,
    delivered,
  })
})

test('what was not read cannot be brought', () => {
  expect(through({ what: 'confirmed' })).toEqual({ stage: 'empty' })
})

test('a cancelled import keeps what the dry run said, and hears no more of its worker', () => {
  const cancelled = through(...read, { what: 'confirmed' }, { what: 'cancelled' })
  expect(cancelled).toEqual({ stage: 'cancelled', report, told: 0 })
  expect(nextJob(cancelled, { what: 'done', imported: { report, delivered } })).toBe(cancelled)
  expect(nextJob(cancelled, { what: 'confirmed' })).toMatchObject({ stage: 'bringing' })
})

test('nothing is new when spans were known, testsets are as they were and no version was made', () => {
  expect(isNothingNew(delivered)).toBe(true)
  expect(isNothingNew({ ...delivered, receipts: { ...delivered.receipts, known: 1 } })).toBe(false)
  expect(isNothingNew({ ...delivered, testsets: [{ slug: 't', rows: 1, status: 'made' }] })).toBe(false)
  expect(isNothingNew({ ...delivered, deployments: 1 })).toBe(false)
})
