export { againInWords, nameOfRow, notesOf, piecesOf, sourceWord } from './row-words.ts'
