// One import as the page goes through it: files are given, read in a dry run, looked at, and brought.
import type { Delivered } from '../../importers/delivery.ts'
import type { Report } from '../../importers/report.ts'
import type { Answered, Failed } from './messages.ts'

export type Job =
  | { readonly stage: 'empty' }
  | { readonly stage: 'reading'; readonly told: number }
  | { readonly stage: 'read'; readonly report: Report }
  | {
      readonly stage: 'bringing'
      readonly report: Report
      readonly told: number
      /** Everything was read: the rest is sent, and the server stores it. */
      readonly isRead: boolean
    }
  | { readonly stage: 'brought'; readonly report: Report; readonly delivered: Delivered }
  | { readonly stage: 'cancelled'; readonly report: Report | undefined; readonly told: number }
  | { readonly stage: 'failed'; readonly report: Report | undefined; readonly failed: Failed }

export type Happened =
  | Answered
  | { readonly what: 'given' }
  | { readonly what: 'confirmed' }
  | { readonly what: 'cancelled' }
  | { readonly what: 'forgotten' }

const reportOf = (job: Job): Report | undefined => ('report' in job ? job.report : undefined)

function answered(job: Job, happened: Answered): Job {
  // Of a worker that was ended meanwhile.
  if (job.stage !== 'reading' && job.stage !== 'bringing') return job
  switch (happened.what) {
    case 'progress': {
      const { told, isRead } = happened.progress
      return job.stage === 'reading' ? { ...job, told } : { ...job, told, isRead }
    }
    case 'done': {
      const { report, delivered } = happened.imported
      return delivered === undefined ? { stage: 'read', report } : { stage: 'brought', report, delivered }
    }
    case 'failed':
      return { stage: 'failed', report: reportOf(job), failed: happened.failed }
  }
}

export function nextJob(job: Job, happened: Happened): Job {
  switch (happened.what) {
    case 'given':
      return { stage: 'reading', told: 0 }
    case 'confirmed': {
      const report = reportOf(job)
      return report === undefined ? job : { stage: 'bringing', report, told: 0, isRead: false }
    }
    case 'cancelled':
      return job.stage === 'reading' || job.stage === 'bringing'
        ? { stage: 'cancelled', report: reportOf(job), told: job.told }
        : job
    case 'forgotten':
      return { stage: 'empty' }
    default:
      return answered(job, happened)
  }
}

/** Spans, judgments, rows, versions and evaluators: what would be made. */
export const toldOf = (report: Report): number =>
  report.spans + report.annotations + report.rows + report.prompts + report.evaluators.length

/** Whether everything was there before. */
export const isNothingNew = ({
  receipts,
  testsets,
  revisions,
  deployments,
  evaluators,
}: Delivered): boolean =>
  receipts.stored === receipts.known &&
  receipts.rejected === 0 &&
  testsets.every(({ status }) => status === 'unchanged') &&
  revisions + deployments + evaluators.length === 0
