// A site of one page; the figures need one line, `scripts`.
export default {
  title: 'Figures in Docusaurus',
  url: 'http://localhost',
  baseUrl: '/docusaurus/',
  favicon: 'favicon.svg',
  scripts: [{ src: '/ringscope/embed.js', async: true }],
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false, pages: false }]],
  themeConfig: { navbar: { title: 'Figures in Docusaurus' } },
  // The figures' own page is no page of this site.
  onBrokenLinks: 'ignore',
};
