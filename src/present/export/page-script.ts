// What a page can do besides being read. Plain code that runs in the reader's browser: it adds nothing to the page that
// is not in it, and asks for nothing from elsewhere.

export const SCRIPT = `
(()=>{'use strict'
const $=s=>document.querySelector(s),all=s=>[...document.querySelectorAll(s)]
const controls=$('.controls');if(!controls)return
controls.hidden=false
const body=document.body,turns=all('.turn')
let at=-1,hits=[],hit=-1
const show=n=>{body.dataset.depth=n;$('#depth').value=n}
const go=n=>{const seen=turns.filter(t=>!t.classList.contains('nohit'));if(!seen.length)return;at=Math.max(0,Math.min(seen.length-1,n));seen[at].scrollIntoView();const a=seen[at].querySelector('h2 a');if(a)a.focus({preventScroll:true})}
const place=()=>{let n=0;turns.filter(t=>!t.classList.contains('nohit')).forEach((t,i)=>{if(t.getBoundingClientRect().top<80)n=i});return n}
const fold=open=>{all('.turn details').forEach(d=>{d.open=open});$('#fold').setAttribute('aria-pressed',String(open));$('#fold').textContent=open?'Close all':'Open all'}
const clear=()=>{all('mark').forEach(m=>{const p=m.parentNode;m.replaceWith(m.textContent);p.normalize()});hits=[];hit=-1}
const MOST=2000
const find=words=>{clear();const w=words.trim().toLowerCase();$('#hits').textContent='';turns.forEach(t=>t.classList.remove('nohit'));if(w.length<2)return
let n=0
for(const t of turns){const has=t.textContent.toLowerCase().includes(w);t.classList.toggle('nohit',!has);if(!has)continue;n++
if(hits.length>=MOST)continue
const walk=document.createTreeWalker(t,NodeFilter.SHOW_TEXT),nodes=[];while(walk.nextNode())nodes.push(walk.currentNode)
for(const node of nodes){let from=node,i;while(hits.length<MOST&&(i=from.data.toLowerCase().indexOf(w))>=0){const m=document.createElement('mark'),word=from.splitText(i);from=word.splitText(w.length);word.replaceWith(m);m.append(word);hits.push(m)}}}
$('#hits').textContent=n?n+(n===1?' turn':' turns'):'no turn'}
const next=step=>{if(!hits.length)return;hit=(hit+step+hits.length)%hits.length;for(let d=hits[hit].closest('details');d;d=d.parentElement.closest('details'))d.open=true;hits[hit].scrollIntoView({block:'center'})}
let waiting;$('#find').addEventListener('input',e=>{clearTimeout(waiting);waiting=setTimeout(()=>find(e.target.value),150)})
$('#find').addEventListener('keydown',e=>{if(e.key==='Enter'){e.preventDefault();next(e.shiftKey?-1:1)}else if(e.key==='Escape'){e.target.value='';find('');e.target.blur()}})
$('#depth').addEventListener('change',e=>show(e.target.value))
$('#fold').addEventListener('click',()=>fold($('#fold').getAttribute('aria-pressed')!=='true'))
$('#theme').addEventListener('click',()=>{const r=document.documentElement,dark=r.dataset.theme?r.dataset.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches;r.dataset.theme=dark?'light':'dark'})
if(navigator.clipboard)document.addEventListener('pointerover',e=>{const pre=e.target.closest&&e.target.closest('.turn pre');if(!pre||pre.querySelector('.copy'))return;const b=document.createElement('button');b.type='button';b.className='copy';b.textContent='Copy';b.addEventListener('click',()=>{const c=pre.cloneNode(true);c.querySelectorAll('.copy').forEach(x=>x.remove());navigator.clipboard.writeText(c.textContent).then(()=>{b.textContent='Copied'},()=>{b.textContent='Failed'})});pre.prepend(b);pre.addEventListener('pointerleave',()=>b.remove(),{once:true})})
document.addEventListener('keydown',e=>{if(e.ctrlKey||e.metaKey||e.altKey||/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName))return
const k=e.key;if(k==='j')go(place()+1);else if(k==='k')go(place()-1);else if(k==='/'){e.preventDefault();$('#find').focus()}else if(k==='n')next(1);else if(k==='N')next(-1);else if(k>='1'&&k<='4')show(k);else if(k==='o')$('#fold').click()})
addEventListener('beforeprint',()=>fold(true))
})()
`
