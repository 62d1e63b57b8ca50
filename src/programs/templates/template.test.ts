import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json/value.ts'
import vectors from '../../../test/vectors/prompts.json' with { type: 'json' }
import { StepFailure } from '../failure.ts'
import { renderTemplate, templateFormat, type TemplateFormat } from './template.ts'

const values = vectors.values as JsonObject
const asCases = (cases: readonly (readonly string[])[]) =>
  cases as readonly (readonly [TemplateFormat, string, string])[]

describe('templates', () => {
  test.each(asCases(vectors.templates))('%s: %j', (format, template, expected) => {
    expect(renderTemplate(format, { text: template, values })).toBe(expected)
  })

  test.each(asCases(vectors.missing))(
    '%s: an unknown placeholder is an error that names it: %s',
    (format, template) => {
      expect(() => renderTemplate(format, { text: template, values })).toThrow(
        /uses '.+', which is not among the inputs/,
      )
    },
  )

  test.each([...asCases(vectors.malformed), ['jinja2', `{{ ${'('.repeat(1000)} }}`, ''] as const])(
    '%s: a template that cannot be read is a failure: %s',
    (format, template) => {
      expect(() => renderTemplate(format, { text: template, values })).toThrow(StepFailure)
    },
  )

  test.each<[TemplateFormat, string]>([
    ['curly', '{'],
    ['mustache', '{{'],
    ['mustache', '{{#a\n'],
    ['jinja2', '{{"'],
  ])('%s: many opening tags %j cost linear time', (format, opening) => {
    // With quadratic cost this test does not end.
    const text = opening.repeat(200_000)
    try {
      expect(renderTemplate(format, { text, values: {} })).toBe(text)
    } catch (error) {
      expect(error).toBeInstanceOf(StepFailure)
    }
  })

  test('nested loops end', () => {
    const list = Array.from({ length: 1000 }, () => 0)
    const nestedTemplate =
      '{% for a in list %}{% for b in list %}{% for c in list %}{% endfor %}{% endfor %}{% endfor %}'
    expect(() => renderTemplate('jinja2', { text: nestedTemplate, values: { list } })).toThrow(/run too long/)
  })

  test.each<[TemplateFormat, string]>([
    ['curly', '{{x}}'],
    ['mustache', '{{x}}'],
    ['fstring', '{x}'],
    ['jinja2', '{{ x }}'],
  ])('%s: any value is inserted unchanged and never parsed as a template', (format, template) => {
    fc.assert(
      fc.property(fc.string(), (x) => {
        expect(renderTemplate(format, { text: template, values: { x } })).toBe(x)
      }),
    )
    expect(renderTemplate(format, { text: template, values: { x: '{{y}} {y} {% if z %}' } })).toBe(
      '{{y}} {y} {% if z %}',
    )
  })

  test('the format is curly by default, and must exist', () => {
    expect(templateFormat(undefined)).toBe('curly')
    expect(templateFormat('jinja2')).toBe('jinja2')
    expect(() => templateFormat('erb')).toThrow(/Unknown template format "erb"/)
  })
})
