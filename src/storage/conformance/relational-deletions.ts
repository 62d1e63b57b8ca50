// The promises of a relational store about deletion jobs. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { millisecondText, systemClock } from '../../kernel/clock.ts'
import type { Deletion } from '../contract/contract.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()
const noCounts = { traces: 0, spans: 0, logEvents: 0, rejections: 0 }

const newDeletion = (overrides: Partial<Deletion> = {}): Deletion => ({
  id: clock.id(),
  projectId: clock.id(),
  actorId: clock.id(),
  createdAt: clock.now(),
  finishedAt: undefined,
  request: { user_id: 'ada', nested: { b: 1, a: null } },
  erased: noCounts,
  error: undefined,
  heldUntil: undefined,
  ...overrides,
})

export function deletionConformance({ store }: Subject): void {
  const inSeconds = (seconds: number): string => millisecondText(Date.now() + seconds * 1000)
  const take = (holder: string, now: string, until: string) =>
    store().write((tx) => tx.takeDeletion({ holder, now, until }))

  test('are returned as written, newest first, and only in their project', async () => {
    const first = newDeletion()
    const secondJob = newDeletion({ projectId: first.projectId, finishedAt: clock.now(), error: 'no' })
    for (const deletion of [first, secondJob]) await store().write((tx) => tx.insertDeletion(deletion))
    expect(await store().read.deletion(first.projectId, first.id)).toEqual(first)
    expect(await store().read.deletions(first.projectId, 10)).toEqual([secondJob, first])
    expect(await store().read.deletions(first.projectId, 1)).toEqual([secondJob])
    expect(await store().read.deletion(clock.id(), first.id)).toBeUndefined()
    await store().write((tx) => tx.takeDeletion({ holder: 'x', now: clock.now(), until: inSeconds(60) }))
  })

  test('are held by one process, whose lease another one takes over when it ends', async () => {
    const job = newDeletion({ createdAt: '2000-01-01T00:00:00.000000Z' })
    await store().write((tx) => tx.insertDeletion(job))
    const takenJobs = await Promise.all(
      ['a', 'b', 'c', 'd'].map((holder) => take(holder, clock.now(), inSeconds(60))),
    )
    expect(takenJobs.filter((takenJob) => takenJob?.id === job.id)).toHaveLength(1)
    const holder = ['a', 'b', 'c', 'd'][takenJobs.findIndex((takenJob) => takenJob?.id === job.id)] ?? ''
    const progress = { ...job, erased: { ...noCounts, spans: 3 } }
    const put = (by: string, overrides: Partial<Deletion> = {}) =>
      store().write((tx) =>
        tx.putDeletion({ ...progress, ...overrides }, { holder: by, until: inSeconds(60) }),
      )
    expect(await put(holder)).toBe(true)
    const heldUntil = inSeconds(180)
    const next = await take('next', inSeconds(120), heldUntil)
    expect(next).toMatchObject({ id: job.id, erased: { spans: 3 }, heldUntil })
    expect(await put(holder)).toBe(false)
    expect(await put('next', { finishedAt: clock.now() })).toBe(true)
    expect(await put('next')).toBe(false)
    expect((await take('other', inSeconds(600), inSeconds(660)))?.id).not.toBe(job.id)
  })

  test('are renewed by their holder alone, and taken again when the lease is released', async () => {
    const job = newDeletion({ createdAt: '2000-01-01T00:00:00.000000Z' })
    await store().write((tx) => tx.insertDeletion(job))
    const renew = (holder: string, until: string) =>
      store().write((tx) => tx.renewDeletion(job.id, { holder, until }))
    const laterTime = inSeconds(600)
    expect((await take('a', clock.now(), inSeconds(60)))?.id).toBe(job.id)
    expect(await renew('b', laterTime)).toBe(false)
    expect(await renew('a', laterTime)).toBe(true)
    expect((await store().read.deletion(job.projectId, job.id))?.heldUntil).toBe(laterTime)
    expect((await take('b', inSeconds(120), inSeconds(180)))?.id).not.toBe(job.id)
    expect(await renew('a', '')).toBe(true)
    expect((await take('b', clock.now(), laterTime))?.id).toBe(job.id)
    expect(await renew('a', laterTime)).toBe(false)
    await store().write((tx) => tx.releaseDeletions())
    expect((await take('c', clock.now(), laterTime))?.id).toBe(job.id)
    const endedJob = { ...job, finishedAt: clock.now() }
    await store().write((tx) => tx.putDeletion(endedJob, { holder: 'c', until: laterTime }))
    // A renewal just after the end of the job is no lost lease, and does not open the job again.
    expect(await renew('c', '')).toBe(true)
    expect((await take('d', clock.now(), laterTime))?.id).not.toBe(job.id)
  })
}
