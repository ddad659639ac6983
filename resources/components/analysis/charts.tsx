import HighchartsModule from 'highcharts/esm/highcharts.js';
import 'highcharts/esm/modules/accessibility.js';
import * as ReactWrapper from 'highcharts-react-official';
import { useMemo } from 'react';
import type { AnalysisData } from '../../../src/contracts/analysis';
import { formatRupees } from '../../lib/format';
import { FONTS } from '../../tokens';
import { hourLabel } from './hours';
import { trendLabel } from './trend-label';

/** The wrapper is published as UMD: the bundler hands out its default export one level deeper than its types say. */
const wrapper = ReactWrapper.default as typeof ReactWrapper.default & { default?: typeof ReactWrapper.default };
const HighchartsReact = wrapper.default ?? wrapper;
const Highcharts = HighchartsModule as unknown as typeof import('highcharts');

/** Pixels: a chart over time, and of a chart by seller the room for its axes and for each seller (analysis.module.css). */
const CHART_HEIGHT = 288;
const BARS_FRAME = 128;
const BARS_EACH = 34;
const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const shortRupees = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });

/** By name, not by value: the page turns dark, and white on paper, without drawing the chart again. */
const COLOUR = {
  text: 'var(--td-text)',
  muted: 'var(--td-muted)',
  surface: 'var(--td-surface)',
  border: 'var(--td-border)',
  line: 'var(--td-border-strong)',
  accent: 'var(--td-accent)',
  revenue: 'var(--td-blue-text)',
  count: 'var(--td-red-text)',
  paid: 'var(--td-green-text)',
};

function baseOptions(): Highcharts.Options {
  const text = { color: COLOUR.muted, fontSize: '0.8125rem' };
  const animation = !still();
  const bars = { animation, borderWidth: 0, borderRadius: 3, maxPointWidth: 36 };
  return {
    chart: {
      type: 'column',
      height: CHART_HEIGHT,
      animation,
      backgroundColor: 'transparent',
      style: { fontFamily: FONTS.text },
    },
    // A style element of its own would be refused by the security policy; analysis.module.css has the colours.
    palette: { injectCSS: false },
    title: { text: undefined },
    credits: { enabled: false },
    legend: {
      itemStyle: { ...text, color: COLOUR.text, fontWeight: '500' },
      itemHoverStyle: { color: COLOUR.accent },
    },
    xAxis: { labels: { style: text }, lineColor: COLOUR.line, tickColor: COLOUR.line },
    tooltip: {
      shared: true,
      animation,
      backgroundColor: COLOUR.surface,
      borderColor: COLOUR.line,
      style: { color: COLOUR.text, fontSize: '0.875rem' },
    },
    plotOptions: { column: bars, bar: bars },
    accessibility: { announceNewData: { enabled: false } },
  };
}

function axis(title: string | null, more: Highcharts.YAxisOptions): Highcharts.YAxisOptions {
  return {
    title: { text: title ?? '', style: { color: COLOUR.muted } },
    labels: { style: { color: COLOUR.muted } },
    gridLineColor: COLOUR.border,
    ...more,
  };
}

const revenueAxis = (title: string | null = 'Revenue') =>
  axis(title, { labels: { style: { color: COLOUR.muted }, formatter: rupeeLabel } });
const countAxis = (title: string | null = 'Transactions') =>
  axis(title, { opposite: true, allowDecimals: false, min: 0, gridLineWidth: 0 });

/** Revenue in blue, transactions in red, one group of bars per seller, however many there are. */
export function ManagersChart({ data }: { data: AnalysisData['salesManagerChartData'] }) {
  const options = useMemo<Highcharts.Options>(() => {
    const base = baseOptions();
    return {
      ...base,
      chart: { ...base.chart, type: 'bar', height: BARS_FRAME + BARS_EACH * data.labels.length },
      xAxis: { ...base.xAxis, categories: data.labels },
      // The legend names both axes by their colour.
      yAxis: [revenueAxis(null), countAxis(null)],
      series: [
        { type: 'bar', name: 'Revenue', data: data.revenueData, color: COLOUR.revenue, tooltip: rupeeTooltip },
        { type: 'bar', name: 'Transactions', data: data.countData, yAxis: 1, color: COLOUR.count },
      ],
      accessibility: {
        ...base.accessibility,
        description:
          'Revenue and number of transactions of each sales manager. The table below holds the same figures.',
      },
    };
  }, [data]);
  return <HighchartsReact highcharts={Highcharts} options={options} />;
}

/** Revenue as columns, transactions as a line, by day or month. */
export function TrendChart({ trend }: { trend: AnalysisData['trend'] }) {
  const options = useMemo<Highcharts.Options>(() => {
    const base = baseOptions();
    const { unit, points } = trend;
    return {
      ...base,
      xAxis: { ...base.xAxis, categories: points.map(({ day }) => trendLabel(day, unit)) },
      yAxis: [revenueAxis(), countAxis()],
      series: [
        {
          type: 'column',
          name: 'Revenue',
          data: points.map(({ revenue }) => revenue),
          color: COLOUR.revenue,
          tooltip: rupeeTooltip,
        },
        {
          type: 'line',
          name: 'Transactions',
          data: points.map(({ transactions }) => transactions),
          yAxis: 1,
          color: COLOUR.count,
          animation: !still(),
          marker: { enabled: points.length <= 31, radius: 3 },
        },
      ],
      accessibility: {
        ...base.accessibility,
        description: `Revenue and transactions by ${unit}. The table below holds the same figures.`,
      },
    };
  }, [trend]);
  return <HighchartsReact highcharts={Highcharts} options={options} />;
}

/** Links made and payments received by the hour of the Indian day. */
export function HoursChart({ hours }: { hours: AnalysisData['hours'] }) {
  const options = useMemo<Highcharts.Options>(() => {
    const base = baseOptions();
    return {
      ...base,
      xAxis: { ...base.xAxis, categories: hours.map(({ hour }) => hourLabel(hour)) },
      yAxis: [axis('Number', { allowDecimals: false, min: 0 })],
      series: [
        { type: 'column', name: 'Links created', data: hours.map(({ created }) => created), color: COLOUR.line },
        { type: 'column', name: 'Paid', data: hours.map(({ paid }) => paid), color: COLOUR.paid },
      ],
      accessibility: {
        ...base.accessibility,
        description:
          'Links created and payments received by the hour of the day. The table below holds the same figures.',
      },
    };
  }, [hours]);
  return <HighchartsReact highcharts={Highcharts} options={options} />;
}

function rupeeLabel(this: { value: string | number }): string {
  return `₹${shortRupees.format(Number(this.value))}`;
}

const rupeeTooltip: Highcharts.SeriesTooltipOptionsObject = {
  pointFormatter() {
    const colour = typeof this.color === 'string' ? this.color : '';
    return `<span style="color:${colour}">●</span> ${this.series.name}: <b>${formatRupees(this.y ?? 0)}</b><br/>`;
  },
};

// Numbers of the axes and tooltips: 1,00,000.
Highcharts.setOptions({ lang: { locale: 'en-IN' } });
