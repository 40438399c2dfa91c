// The look of a page: one column that reads well, light or dark, on a phone and on paper. No style attribute is used, so
// that the page's policy can name this text alone.

export const STYLE = `
:root{color-scheme:light dark;--canvas:#fafaf8;--surface:#fff;--sunken:#f1f1ee;--line:#dddcd7;--edge:#84827c;--ink:#1a1a19;--ink2:#4b4a46;--ink3:#66645f;--accent:#2456c9;--accentbg:#e8eefc;--answer:#13706a;--thinking:#7a45c2;--tool:#8a5200;--compaction:#a3206f;--bad:#b3261e;--addbg:#e3f4e8;--delbg:#fce8e6;--mark:#ffe58a}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--canvas:#121213;--surface:#1a1a1c;--sunken:#0c0c0d;--line:#2f2f33;--edge:#7c7c84;--ink:#ededea;--ink2:#bdbdb8;--ink3:#9a9a94;--accent:#8db0ff;--accentbg:#1b2744;--answer:#5cc8be;--thinking:#c3a1f5;--tool:#e5b04c;--compaction:#f08cc4;--bad:#ff8a80;--addbg:#14301f;--delbg:#3a1a18;--mark:#6b5200}}
:root[data-theme=dark]{color-scheme:dark;--canvas:#121213;--surface:#1a1a1c;--sunken:#0c0c0d;--line:#2f2f33;--edge:#7c7c84;--ink:#ededea;--ink2:#bdbdb8;--ink3:#9a9a94;--accent:#8db0ff;--accentbg:#1b2744;--answer:#5cc8be;--thinking:#c3a1f5;--tool:#e5b04c;--compaction:#f08cc4;--bad:#ff8a80;--addbg:#14301f;--delbg:#3a1a18;--mark:#6b5200}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
html{scroll-padding-top:4rem}
body{margin:0;background:var(--canvas);color:var(--ink);font:15px/24px system-ui,sans-serif}
header.top,main,footer{max-width:52rem;margin:0 auto;padding:0 1rem}
header.top{padding-top:1.5rem}
h1{font-size:22px;line-height:30px;margin:0 0 .25rem;overflow-wrap:anywhere}
h2{font-size:13px;line-height:20px;font-weight:600;margin:0 0 .5rem;position:sticky;top:0;background:var(--canvas);padding:.25rem 0;border-bottom:1px solid var(--line)}
h2 a{color:var(--ink);text-decoration:none}
h2 a:hover{text-decoration:underline}
.facts,.note,footer,.more,.up,.absent,.label{color:var(--ink3);font-size:12px;line-height:18px;font-weight:400}
.id{font-family:ui-monospace,monospace;margin-top:0}
.facts,.note{margin:.1rem 0}
code,pre,kbd{font-family:ui-monospace,monospace;font-size:13px;line-height:20px}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.controls{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.75rem 0;font-size:13px}
.controls[hidden]{display:none}
.controls input,.controls select,.controls button{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--edge);border-radius:4px;padding:.15rem .5rem}
.controls .keys p{margin:.25rem 0}
.turn{margin:0 0 2rem;content-visibility:auto;contain-intrinsic-size:auto 300px}
.turn>div{margin:0 0 .75rem}
pre{margin:.25rem 0;padding:.5rem .75rem;background:var(--sunken);border-radius:4px;overflow:auto;max-height:40rem}
pre.plain,pre.out{white-space:pre-wrap;overflow-wrap:anywhere}
.prompt{border-left:3px solid var(--accent);background:var(--sunken);padding:.5rem .75rem;border-radius:0 4px 4px 0}
.prompt pre.plain{background:none;padding:0;margin:0;font:inherit;max-height:none}
.prompt img,.tool img,.attachment img{max-width:100%;height:auto;display:block;margin:.5rem 0}
.prose{overflow-wrap:anywhere}
.prose>:first-child{margin-top:0}.prose>:last-child{margin-bottom:0}
.prose :is(h1,h2,h3,h4,h5,h6){font-size:16px;line-height:24px;margin:1rem 0 .5rem;position:static;background:none;border:0;padding:0}
.prose blockquote{margin:.5rem 0;padding-left:.75rem;border-left:3px solid var(--line);color:var(--ink2)}
.prose code{background:var(--sunken);padding:.05rem .25rem;border-radius:3px}
.prose pre code{background:none;padding:0}
table{border-collapse:collapse;display:block;overflow:auto}
th,td{border:1px solid var(--line);padding:.25rem .5rem;text-align:left;vertical-align:top}
.failed,.errors{color:var(--bad)}
.bad{color:var(--bad);font-weight:600}.warn{color:var(--tool);font-weight:600}
.tool,.thinking,.attachment,.compaction,.notice,.output,.mark{font-size:13px;line-height:20px}
.tool{border-left:3px solid var(--tool);padding-left:.75rem}
.thinking{border-left:3px solid var(--thinking);padding-left:.75rem;color:var(--ink2)}
.compaction{border:1px solid var(--compaction);border-radius:4px;padding:.25rem .75rem}
.agent{border-left:3px solid var(--answer);padding-left:.75rem;margin:.5rem 0}
.agent div{margin:.5rem 0}
.mark,.notice{color:var(--ink2)}
summary,p.summary{cursor:pointer;margin:0;overflow-wrap:anywhere}
p.summary{cursor:auto}
summary code,p.summary code{background:none}
.todos{list-style:none;padding-left:0;margin:.25rem 0}
.diff .add{background:var(--addbg);display:inline-block;min-width:100%}
.diff .del{background:var(--delbg);display:inline-block;min-width:100%}
.diff .hunk{color:var(--ink3)}
.hljs-comment,.hljs-quote{color:var(--ink3);font-style:italic}
.hljs-keyword,.hljs-selector-tag,.hljs-literal,.hljs-section,.hljs-doctag{color:var(--thinking)}
.hljs-string,.hljs-attr,.hljs-addition,.hljs-symbol{color:var(--answer)}
.hljs-number,.hljs-variable,.hljs-template-variable,.hljs-deletion{color:var(--tool)}
.hljs-title,.hljs-name,.hljs-type,.hljs-built_in{color:var(--accent)}
body[data-depth="1"] [data-depth]:not([data-depth="1"]),body[data-depth="2"] :is([data-depth="3"],[data-depth="4"]),body[data-depth="3"] [data-depth="4"]{display:none}
.turn.nohit{display:none}
mark{background:var(--mark);color:inherit}
.copy{float:right;font:12px/16px system-ui,sans-serif;color:var(--ink2);background:var(--surface);border:1px solid var(--edge);border-radius:4px;margin:.25rem}
.lane{display:none}
.laned .turn{position:relative;margin:0;padding:0 0 2rem 3.5rem}
.laned .lane{display:block;position:absolute;top:0;bottom:0;width:0;border-left:2px solid var(--accent)}
.laned .l0{left:6px}
.laned .l1,.laned .l2,.laned .l3{border-left-style:dashed}
.laned .l1{left:18px;border-color:var(--tool)}.laned .l2{left:30px;border-color:var(--answer)}.laned .l3{left:42px;border-color:var(--thinking)}
.laned .lane.begins{top:auto;left:6px;height:2.5rem;border-left:0;border-top:2px dashed;border-right:2px dashed;border-color:inherit;border-top-right-radius:10px}
.laned .l1.begins{width:14px;border-color:var(--tool)}.laned .l2.begins{width:26px;border-color:var(--answer)}.laned .l3.begins{width:38px;border-color:var(--thinking)}
.laned .lane.ends::after{content:"";position:absolute;bottom:0;right:-5px;width:6px;height:6px;border:2px solid;border-color:inherit;border-radius:50%;background:var(--canvas)}
.laned .lane.ends:not(.begins){bottom:auto;height:1.5rem}
.fork{margin:.5rem 0;color:var(--ink2);font-size:13px}
@media (max-width:40rem){.laned .turn{padding-left:2rem}.laned .l2,.laned .l3{display:none}}
footer{padding-bottom:3rem;border-top:1px solid var(--line)}
@media print{:root{--canvas:#fff;--sunken:#f4f4f2}.controls,.copy{display:none}h2{position:static}pre{max-height:none;white-space:pre-wrap;overflow-wrap:anywhere}.turn{content-visibility:visible}.prompt,.tool summary,h2{break-after:avoid}a{color:inherit}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`
