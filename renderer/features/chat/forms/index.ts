export { askedSchema, formFields } from './form-fields.ts'
export { SchemaForm } from './schema-form.tsx'
