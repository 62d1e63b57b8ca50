import { expect, test } from 'vitest'
import { StoreContact } from './store-contact.ts'

const limits = { gapMsMax: 10, graceMs: 30 }

/** Reports answers of a store at regular intervals. */
function reportAnswers(
  contact: StoreContact,
  { from, to, every }: Record<'from' | 'to' | 'every', number>,
): void {
  for (let at = from; at <= to; at += every) contact.onAnswer(at)
}

test('contact is steady after the store has answered for the grace period', () => {
  const contact = new StoreContact(limits)
  reportAnswers(contact, { from: 100, to: 125, every: 5 })
  expect(contact.isSteady(125)).toBe(false)
  reportAnswers(contact, { from: 130, to: 130, every: 5 })
  expect(contact.isSteady(130)).toBe(true)
})

test('a store that is silent for too long must answer for the grace period again', () => {
  const contact = new StoreContact(limits)
  reportAnswers(contact, { from: 100, to: 200, every: 5 })
  expect(contact.isSteady(211)).toBe(false)
  expect(contact.onAnswer(220)).toBe(true)
  expect(contact.isSteady(220)).toBe(false)
  reportAnswers(contact, { from: 225, to: 250, every: 5 })
  expect(contact.isSteady(250)).toBe(true)
})

test('a store that answers too slowly counts as reachable after five grace periods', () => {
  const contact = new StoreContact(limits)
  reportAnswers(contact, { from: 100, to: 240, every: 20 })
  expect(contact.isSteady(240)).toBe(false)
  reportAnswers(contact, { from: 260, to: 260, every: 20 })
  expect(contact.isSteady(260)).toBe(true)
})
