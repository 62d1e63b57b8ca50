// The state machine of an import: select files, read them in a dry run, review, import.
import type { DeliveryResult } from '../../importers/delivery.ts'
import type { Report } from '../../importers/report.ts'
import type { ImportMessage, ImportFailure } from './messages.ts'

export type Job =
  | { readonly stage: 'empty' }
  | { readonly stage: 'reading'; readonly records: number }
  | { readonly stage: 'previewed'; readonly report: Report }
  | {
      readonly stage: 'importing'
      readonly report: Report
      readonly records: number
      /** Whether all files are read. Then the rest is uploaded and stored. */
      readonly isRead: boolean
    }
  | { readonly stage: 'imported'; readonly report: Report; readonly delivered: DeliveryResult }
  | { readonly stage: 'cancelled'; readonly report: Report | undefined; readonly records: number }
  | { readonly stage: 'failed'; readonly report: Report | undefined; readonly failure: ImportFailure }

export type ImportEvent =
  | ImportMessage
  | { readonly kind: 'selected' }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'reset' }

const reportOf = (job: Job): Report | undefined => ('report' in job ? job.report : undefined)

function applyMessage(job: Job, event: ImportMessage): Job {
  // A late message of a terminated worker.
  if (job.stage !== 'reading' && job.stage !== 'importing') return job
  switch (event.kind) {
    case 'progress': {
      const { itemCount: records, isRead } = event.progress
      return job.stage === 'reading' ? { ...job, records } : { ...job, records, isRead }
    }
    case 'done': {
      const { report, delivered } = event.result
      return delivered === undefined
        ? { stage: 'previewed', report }
        : { stage: 'imported', report, delivered }
    }
    case 'failed':
      return { stage: 'failed', report: reportOf(job), failure: event.failure }
  }
}

export function nextJob(job: Job, event: ImportEvent): Job {
  switch (event.kind) {
    case 'selected':
      return { stage: 'reading', records: 0 }
    case 'confirmed': {
      const report = reportOf(job)
      return report === undefined ? job : { stage: 'importing', report, records: 0, isRead: false }
    }
    case 'cancelled':
      return job.stage === 'reading' || job.stage === 'importing'
        ? { stage: 'cancelled', report: reportOf(job), records: job.records }
        : job
    case 'reset':
      return { stage: 'empty' }
    default:
      return applyMessage(job, event)
  }
}

/** The number of spans, annotations, rows, versions and evaluators to create. */
export const recordsOf = (report: Report): number =>
  report.spans + report.annotations + report.rows + report.prompts + report.evaluators.length

/** Whether all records existed before. */
export const isNothingNew = ({
  receipts,
  testsets,
  revisions,
  deployments,
  evaluators,
  runs,
}: DeliveryResult): boolean =>
  receipts.stored === receipts.known &&
  receipts.rejected === 0 &&
  testsets.every(({ status }) => status === 'unchanged') &&
  runs.every(({ status }) => status === 'unchanged') &&
  revisions + deployments + evaluators.length === 0
