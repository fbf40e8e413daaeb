import type { Habits } from '../read/members.ts'

export const plainHabits: Habits = { dataInData: false, twiceEncoded: false, numbered: false }
export const protoHabits: Habits = { dataInData: true, twiceEncoded: true, numbered: false }
export const firstHabits: Habits = { dataInData: false, twiceEncoded: false, numbered: true }
