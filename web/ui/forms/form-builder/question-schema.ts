// The questions of a form builder and the JSON Schema that stores them. Nothing of a schema is lost: members that the
// builder does not edit stay with their question, and a schema that the builder cannot express is not opened.
import type { FormSchema, ShowIf } from '../schema-fields.ts'

export const questionKinds = {
  flag: 'Yes or no',
  scale: 'Scale',
  choice: 'One answer of a list',
  choices: 'Several answers of a list',
  number: 'Number',
  text: 'Text',
} as const

export type QuestionKind = keyof typeof questionKinds

export interface BuilderQuestion {
  /** The key of the answer in the outputs. */
  readonly name: string
  readonly label: string
  readonly help: string
  readonly kind: QuestionKind
  readonly isRequired: boolean
  /** The answers of a list. */
  readonly options: readonly string[]
  /** Bounds of a scale or of a number. */
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  /** Labels of the ends of a scale. */
  readonly lowLabel: string
  readonly highLabel: string
  readonly showIf: ShowIf | undefined
  /** Members of the schema that the builder does not edit. */
  readonly rest: Readonly<Record<string, unknown>>
}

export const emptyQuestion: BuilderQuestion = {
  name: '',
  label: '',
  help: '',
  kind: 'flag',
  isRequired: false,
  options: [],
  minimum: undefined,
  maximum: undefined,
  lowLabel: '',
  highLabel: '',
  showIf: undefined,
  rest: {},
}

const scaleBounds = ({ minimum = 1, maximum = 5 }: BuilderQuestion) => ({ minimum, maximum })

/** `oneOf` with a title at each labelled end of a scale; nothing without labels. */
function scaleLabels(question: BuilderQuestion): Pick<FormSchema, 'oneOf'> {
  const { lowLabel, highLabel } = question
  if (lowLabel === '' && highLabel === '') return {}
  const { minimum, maximum } = scaleBounds(question)
  const titleOf = (value: number): string =>
    value === minimum ? lowLabel : value === maximum ? highLabel : ''
  return {
    oneOf: Array.from({ length: Math.max(0, maximum - minimum + 1) }, (_, i) => {
      const title = titleOf(minimum + i)
      return { const: minimum + i, ...(title === '' ? {} : { title }) }
    }),
  }
}

function valueSchema(question: BuilderQuestion): FormSchema {
  const { kind, options, minimum, maximum } = question
  switch (kind) {
    case 'flag':
      return { type: 'boolean' }
    case 'scale':
      return { type: 'integer', ...scaleBounds(question), ...scaleLabels(question) }
    case 'choice':
      return { type: 'string', enum: options }
    case 'choices':
      return { type: 'array', items: { type: 'string', enum: options }, uniqueItems: true }
    case 'number':
      return {
        type: 'number',
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      }
    case 'text':
      return { type: 'string' }
  }
}

const schemaOf = (question: BuilderQuestion): FormSchema => ({
  ...valueSchema(question),
  ...(question.label === '' ? {} : { title: question.label }),
  ...(question.help === '' ? {} : { description: question.help }),
  ...question.rest,
})

/** The answer is allowed, and perhaps required, only if another field has the value. */
const conditionOf = ({ name, isRequired }: BuilderQuestion, { field, value }: ShowIf) => ({
  if: { properties: { [field]: { const: value } }, required: [field] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  ...(isRequired ? { then: { required: [name] } } : {}),
  else: { properties: { [name]: false } },
})

export interface BuilderForm {
  readonly questions: readonly BuilderQuestion[]
  /** Members of the schema that the builder does not edit. */
  readonly rest: Readonly<Record<string, unknown>>
}

export function schemaOfForm({ questions, rest }: BuilderForm): FormSchema {
  const requiredQuestions = questions.filter((one) => one.isRequired && one.showIf === undefined)
  const allOf = questions.flatMap((one) => (one.showIf === undefined ? [] : [conditionOf(one, one.showIf)]))
  return {
    type: 'object',
    properties: Object.fromEntries(questions.map((question) => [question.name, schemaOf(question)])),
    ...(requiredQuestions.length === 0 ? {} : { required: requiredQuestions.map(({ name }) => name) }),
    ...(allOf.length === 0 ? {} : { allOf }),
    // A commit compares objects without their order, so the order is a member of its own.
    ...(questions.length < 2 ? {} : { propertyOrder: questions.map(({ name }) => name) }),
    ...rest,
  }
}

const kindOf = ({ type, enum: values, items, minimum, maximum }: FormSchema): QuestionKind | undefined => {
  if (type === 'boolean') return 'flag'
  if (type === 'string') return values === undefined ? 'text' : 'choice'
  if (type === 'number') return 'number'
  if (type === 'integer' && minimum !== undefined && maximum !== undefined) return 'scale'
  return type === 'array' && items?.enum !== undefined ? 'choices' : undefined
}

const editableKeys: ReadonlySet<string> = new Set(
  'type title description enum items uniqueItems minimum maximum oneOf'.split(' '),
)
const editableFormKeys: ReadonlySet<string> = new Set(
  'type properties required allOf propertyOrder'.split(' '),
)

const omitMembers = (schema: FormSchema, names: ReadonlySet<string>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => !names.has(name)))

function questionOf(name: string, schema: FormSchema): BuilderQuestion | undefined {
  const kind = kindOf(schema)
  if (kind === undefined) return undefined
  const titleOf = (value: number | undefined): string =>
    schema.oneOf?.find((one) => one.const === value)?.title ?? ''
  return {
    ...emptyQuestion,
    name,
    label: schema.title ?? '',
    help: schema.description ?? '',
    kind,
    options: (schema.enum ?? schema.items?.enum ?? []).map(String),
    minimum: schema.minimum,
    maximum: schema.maximum,
    lowLabel: titleOf(schema.minimum),
    highLabel: titleOf(schema.maximum),
    rest: omitMembers(schema, editableKeys),
  }
}

/** JSON text that does not depend on the order of members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )

/** The questions of a stored schema; undefined if the builder cannot express all of it. */
export function formOfSchema(schema: FormSchema): BuilderForm | undefined {
  const { properties = {}, required = [], allOf = [], propertyOrder = Object.keys(properties) } = schema
  const questions: BuilderQuestion[] = []
  for (const name of propertyOrder) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    const question = property === undefined ? undefined : questionOf(name, property)
    if (question === undefined) return undefined
    const condition = allOf.find((one) => one.else?.properties?.[name] === false)
    const [test] = Object.entries(condition?.if?.properties ?? {})
    questions.push({
      ...question,
      isRequired: required.includes(name) || condition?.then?.required?.includes(name) === true,
      showIf: test === undefined ? undefined : { field: test[0], value: test[1].const },
    })
  }
  const form = { questions, rest: omitMembers(schema, editableFormKeys) }
  const orderedSchema = { type: 'object', properties: {}, ...schema, propertyOrder }
  const rebuiltSchema = { propertyOrder, ...schemaOfForm(form) }
  const sortRequired = (value: FormSchema) => ({ ...value, required: [...(value.required ?? [])].toSorted() })
  return canonical(sortRequired(orderedSchema)) === canonical(sortRequired(rebuiltSchema)) ? form : undefined
}
