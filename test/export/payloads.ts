// Texts that try to become markup, script, style or a request, wherever they are put.

const MARKUP = [
  '<script>hit(1)</script>',
  '<img src=x onerror=hit(1)>',
  '"><svg onload=hit(1)>',
  "'><iframe srcdoc='<script>parent.hit(1)</script>'>",
  '<a href="javascript:hit(1)">x</a>',
  '[x](javascript:hit(1))',
  '[x](JaVaScRiPt:hit(1))',
  '[x](data:text/html,<script>hit(1)</script>)',
  '![x](https://outside.example/a.png)',
  '<https://outside.example/auto>',
  'https://outside.example/bare',
  '<style>*{background:url(https://outside.example/s)}</style>',
  '<link rel=stylesheet href=https://outside.example/l>',
  '<base href=https://outside.example/>',
  '<meta http-equiv=refresh content="0;url=https://outside.example/m">',
  '<object data=https://outside.example/o></object>',
  '<form action=https://outside.example/f><button>x</button></form>',
  '</pre></code></details></div></main><script>hit(1)</script>',
  '</style></head><body onload=hit(1)>',
  '</title><script>hit(1)</script>',
  '--><script>hit(1)</script>',
  '<!--<script>hit(1)//-->',
  ']]><script>hit(1)</script>',
  '&lt;script&gt;hit(1)&lt;/script&gt;',
  '&#60;script&#62;hit(1)&#60;/script&#62;',
  '\\u003cscript\\u003ehit(1)\\u003c/script\\u003e',
  '<details open ontoggle=hit(1)>',
  '<input autofocus onfocus=hit(1)>',
  '<video><source onerror=hit(1)></video>',
  '<math><mtext><table><mglyph><style><img src=x onerror=hit(1)>',
  '```\n</code></pre><script>hit(1)</script>\n```',
  '`</code><script>hit(1)</script>`',
  '"style="background:url(https://outside.example/a)"',
  '" onmouseover="hit(1)" x="',
  "' autofocus onfocus='hit(1)' x='",
  'png;base64,AAAA" onerror="hit(1)',
  'png" onerror="hit(1)" x="',
  'language-js" onclick="hit(1)',
  '\u202e<script>hit(1)</script>',
  '\u0000<script\u0000>hit(1)</script>',
  '<svg><script>hit(1)</script></svg>',
  '<svg><animate onbegin=hit(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:hit(1)"><text>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=hit(1)>#x"></svg>',
  '<svg><foreignObject><body onload=hit(1)></foreignObject></svg>',
  '<math href="javascript:hit(1)">x</math>',
  '<noscript><p title="</noscript><img src=x onerror=hit(1)>">',
  '<template><script>hit(1)</script></template>',
  '<xmp><p title="</xmp><svg/onload=hit(1)>">',
  '<textarea></textarea><script>hit(1)</script>',
  '<select><option><style></select><img src=x onerror=hit(1)></style>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit(1)>',
  '<img srcset="https://outside.example/set 1x">',
  '<video poster=https://outside.example/poster src=https://outside.example/video autoplay></video>',
  '<audio src=https://outside.example/audio autoplay onerror=hit(1)>',
  '<body background=https://outside.example/back>',
  '<table background=https://outside.example/table><td>x',
  '<div style="background:url(//outside.example/div);position:fixed;inset:0">',
  '<iframe src=https://outside.example/frame></iframe>',
  '<embed src="javascript:hit(1)">',
  '[x](vbscript:hit(1)) [y](java\nscript:hit(1)) [z](&#106;avascript:hit(1))',
  '![x][r]\n\n[r]: https://outside.example/ref.png "t" onerror="hit(1)"',
  '<a href="\u0001javascript:hit(1)" target=_top>x</a>',
  "$\u007bhit(1)} {{hit(1)}} {{constructor.constructor('hit(1)')()}}",
  '\u001b]8;;javascript:hit(1)\u0007x\u001b]8;;\u0007\u001b[31m<img src=x onerror=hit(1)>',
]

const AROUND: readonly ((text: string) => string)[] = [
  text => text,
  text => `${text}${text}`,
  text => `# ${text}`,
  text => `> ${text}\n\n- ${text}`,
  text => `| a |\n|---|\n| ${text} |`,
  text => `**${text}** _${text}_`,
  text => `<div>${text}`,
  text => `${text.toUpperCase()}`,
]

/** 520 of them. */
export const PAYLOADS: readonly string[] = AROUND.flatMap(around => MARKUP.map(around))

const TOGETHER = 65

/** Ways to fill the fields: each text by itself, in another field each time; and all of them, many together, in every field. */
export const WAYS: readonly ((field: number) => string)[] = [
  ...[0, 41, 97].map(first => (field: number) => PAYLOADS[(first + field * 7) % PAYLOADS.length]!),
  ...Array.from({ length: Math.ceil(PAYLOADS.length / TOGETHER) }, (_, at) => {
    const text = PAYLOADS.slice(at * TOGETHER, (at + 1) * TOGETHER).join('\n\n')
    return () => text
  }),
]
