import { expect, test } from 'vitest'
import { addPart, mediaUrlOf, describeData, partKind, removePart, withMediaUrl } from './content-parts.ts'

test('an image added to a text makes a list of parts; its removal restores the text', () => {
  const message = { role: 'user', content: 'Look at {{name}}', name: 'ada' }
  const extendedMessage = addPart(message, 'image')
  expect(extendedMessage).toEqual({
    role: 'user',
    name: 'ada',
    content: [
      { type: 'text', text: 'Look at {{name}}' },
      { type: 'image_url', image_url: { url: '' } },
    ],
  })
  expect(removePart(extendedMessage, 1)).toEqual(message)
})

test('an empty message gets only the file; its removal restores the empty message', () => {
  const extendedMessage = addPart({ role: 'user', content: '' }, 'file')
  expect(extendedMessage.content).toEqual([{ type: 'file', file: { file_data: '' } }])
  expect(removePart(extendedMessage, 0).content).toBe('')
})

test('a text part with more members stays a part', () => {
  const content = [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }, { type: 'image_url' }]
  expect(removePart({ role: 'user', content }, 1).content).toEqual([content[0]])
})

test('a new URL keeps the other members of a part', () => {
  const image = { type: 'image_url', image_url: { url: 'a', detail: 'low' }, note: 1 }
  expect(withMediaUrl(image, { url: '{{photo}}', filename: 'x.png' })).toEqual({
    type: 'image_url',
    image_url: { url: '{{photo}}', detail: 'low' },
    note: 1,
  })
  const file = withMediaUrl({ type: 'file', file: {} }, { url: 'data:,a', filename: 'a.pdf' })
  expect(file).toEqual({ type: 'file', file: { file_data: 'data:,a', filename: 'a.pdf' } })
  expect(mediaUrlOf(file, 'file')).toBe('data:,a')
})

test('parts that the form cannot express are JSON', () => {
  expect(partKind({ type: 'input_audio', input_audio: {} })).toBe('other')
  expect(partKind({ type: 'file', file: { file_id: 'f-1' } })).toBe('other')
  expect(partKind('text')).toBe('other')
})

test('embedded data is described by its type and size', () => {
  expect(describeData(`data:image/png;base64,${'A'.repeat(4096)}`)).toBe('image/png, 3 kB')
  expect(describeData('https://example.org/a.png')).toBeUndefined()
})
