import { describe, expect, test } from 'vitest'
import { completionOf } from './template-completion.ts'
import { templateMarks, templateProblems } from './template.ts'

const messages = (text: string, format?: string, values?: Record<string, unknown>) =>
  templateProblems(text, { format, values }).map(({ line, message }) => `${line}: ${message}`)

describe('the problems of a template', () => {
  test.each([
    ['curly', 'Hello\n{{name', ['2: “{{” is not closed.']],
    ['curly', '{"a": {"b": {}}}', []],
    ['mustache', '{{#items}}{{title}}', ['1: The section “items” is not closed.']],
    ['mustache', '{{/items}}', ['1: “{{/items}}” closes no open section.']],
    ['fstring', 'a } b {c}', ['1: Double a single “}” to write a brace.']],
    ['fstring', '{{literal}} {}', ['1: “{}” has no name.']],
    ['jinja2', '{% if a %}x{% endif', ['1: “{%” is not closed.']],
    ['jinja2', '{# a {{ b #}{% raw %}{{ c {% endraw %}', []],
  ])('in the format %s: %s', (format, text, expected) => {
    expect(messages(text, format)).toEqual(expected)
  })

  test.each([
    ['curly', '{{name}} {{nam}} {{customer.id}} {{$.any}} @{{workflow.slug=a}}', ['nam']],
    ['mustache', '{{name}} {{nam}} {{#items}}{{title}}{{/items}}', ['nam']],
    ['fstring', '{name} {nam} {customer.id}', ['nam']],
    [
      'jinja2',
      '{{ name }} {{ nam }} {{ x | default("a") }} {% for i in names %}{{ i }}{% endfor %}',
      ['nam'],
    ],
  ])('include variables that the row does not have, in the format %s', (format, text, missing) => {
    const values = { name: 'Ada', customer: { id: 1 } }
    expect(messages(text, format, values)).toEqual(missing.map((name) => `1: The row has no “${name}”.`))
    expect(messages(text, format)).toEqual([])
  })

  test('do not include a variable that is a member of every object', () => {
    expect(messages('{{constructor}}', 'curly', {})).toEqual(['1: The row has no “constructor”.'])
  })
})

test('marks cover placeholders and embeds exactly', () => {
  const text = 'a {{name}} b @{{workflow.slug=tone, path=text}} c'
  expect(templateMarks(text).map(({ from, to, kind }) => [kind, text.slice(from, to)])).toEqual([
    ['variable', '{{name}}'],
    ['embed', '@{{workflow.slug=tone, path=text}}'],
  ])
})

describe('the completion of a template', () => {
  const names = {
    variables: [
      { name: 'customer', note: 'Ada' },
      { name: 'other_customer', note: 'variable' },
    ],
    embeds: [{ label: 'tone · text', source: '@{{workflow.slug=tone, path=text}}' }],
  }
  /** The text after each suggestion; `|` is the caret. */
  const after = (typed: string, format?: string): readonly string[] => {
    const caret = typed.indexOf('|')
    const text = typed.replace('|', '')
    const completion = completionOf(text, { caret, format, names })
    return (completion?.suggestions ?? []).map(
      ({ insert }) => text.slice(0, completion?.from) + insert + text.slice(completion?.to),
    )
  }

  test.each([
    [
      'curly',
      'Hi {{|',
      ['Hi {{customer}}', 'Hi {{other_customer}}', 'Hi @{{workflow.slug=tone, path=text}}'],
    ],
    ['curly', 'Hi {{cus| there', ['Hi {{customer}} there', 'Hi {{other_customer}} there']],
    ['curly', 'Hi {{cus|}} there', ['Hi {{customer}} there', 'Hi {{other_customer}} there']],
    ['curly', 'Hi @{{|', ['Hi @{{workflow.slug=tone, path=text}}']],
    ['mustache', '{{#cust|', ['{{#customer}}', '{{#other_customer}}']],
    ['fstring', 'Hi {cus|', ['Hi {customer}', 'Hi {other_customer}']],
    ['fstring', 'Hi {{cus|', []],
    ['jinja2', 'Hi {{ cus| }}', ['Hi {{customer}}', 'Hi {{other_customer}}']],
    ['curly', 'Hi {{customer}} |', []],
    ['curly', 'Hi {cus|', []],
  ])('in the format %s at %s', (format, typed, expected) => {
    expect(after(typed, format)).toEqual(expected)
  })
})
