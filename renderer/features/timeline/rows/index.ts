export { againInWords, nameOfRow, notesOf, piecesOf, sourceWords } from './row-words.ts'
