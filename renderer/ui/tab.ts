export interface Tab<Id extends string> {
  readonly id: Id
  readonly name: string
  readonly count?: number
}
