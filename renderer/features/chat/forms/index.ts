export { formFields, requestedSchema } from './form-fields.ts'
export { SchemaForm } from './schema-form.tsx'
