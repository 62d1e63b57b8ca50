// Shared by tests of testsets: the documented example, whose ids clients can compute.
import type { Body } from './api.ts'

/** The ids of the examples follow from this id. */
export const capitalsId = '01a1e0b2-6c41-7d08-9a55-3f1d7c20be11'
export const france = 'd455edfc-c62b-53c5-9484-eaa82f07e9d5'
export const japan = '04bed0ac-8e47-5e16-bcd2-e84ec6847bf6'
export const italy = '58340973-6427-53cd-8d9d-6ac8469fec9e'
export const roma = 'b73517e8-bc27-593d-a13c-c8cfb47a76b0'
export const peru = '61b9ad89-95e0-5dca-91bf-8debafe9a43a'

export const capitals = {
  slug: 'capitals',
  name: 'Capitals',
  tags: { team: 'geo' },
  data: {
    testcases: [
      { data: { country: 'France', capital: 'Paris' } },
      { data: { country: 'Japan', capital: 'Tokyo' } },
      { data: { country: 'Italy', capital: 'Rome' } },
    ],
  },
}

export const idsOf = (answer: Body): string[] => answer.body.testset_revision.data.testcase_ids as string[]
