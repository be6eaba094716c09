// Starts the root config. Plain script: it must be able to say in Chinese that nothing else could be loaded.
(function () {
  'use strict';
  function fail(error) {
    var boot = document.getElementById('boot');
    if (!boot) return;
    boot.removeAttribute('aria-busy');
    boot.textContent = '';
    var text = document.createElement('p');
    text.className = 'plain';
    text.setAttribute('role', 'alert');
    text.textContent = '页面没有加载成功，请检查网络后重试。';
    var again = document.createElement('button');
    again.type = 'button';
    again.className = 'page-button';
    again.textContent = '重试';
    again.addEventListener('click', function () { location.reload(); });
    boot.append(text, again);
    if (window.reportError) window.reportError(error);
  }
  if (!window.System) fail(new Error('SystemJS did not load'));
  else System.import('@liantai/root-config').catch(fail);
})();
