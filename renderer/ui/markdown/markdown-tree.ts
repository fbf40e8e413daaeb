// The tree of a Markdown text. It has no node for raw HTML, which stays text.

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'strike'; readonly children: readonly Inline[] }
  /** `url` as written; the view decides whether it may be opened. */
  | { readonly kind: 'link' | 'image'; readonly url: string; readonly children: readonly Inline[] }
  | { readonly kind: 'break' }

export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly children: readonly MarkdownBlock[] }
  | {
      readonly kind: 'list'
      /** The first number of an ordered list. */
      readonly start?: number
      readonly items: readonly (readonly MarkdownBlock[])[]
    }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly kind: 'rule' }
