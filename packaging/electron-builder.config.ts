import { builderConfiguration } from './builder-configuration.ts'

export default builderConfiguration(process.env)
