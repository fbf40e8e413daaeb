/** The concierge's own mark: a compass rose, drawn by hand. */
export function iconSvg(): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    '<rect width="64" height="64" rx="14" fill="#1f6f78"/>',
    '<circle cx="32" cy="32" r="21" fill="none" stroke="#f4efe4" stroke-width="3"/>',
    '<path d="M32 14l6 18-6 18-6-18z" fill="#f4efe4"/>',
    '<path d="M32 14l6 18H26z" fill="#f2a33c"/>',
    '</svg>',
    '',
  ].join('\n')
}
